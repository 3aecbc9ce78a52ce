import * as z from 'zod'
import type { Db } from '../../../platform/db/database'
import type { Operator } from './operator-route'
import { insertUserActions, type NewUserAction } from './repository'
import { judgeOwnCase } from './rights'

/**
 * Writes a change of the installation into the history of the operator who made it, and into the log once it is stored.
 */
export async function recordSettings(
  tx: Db,
  operator: Operator,
  at: Date,
  done: readonly Done[],
): Promise<void> {
  const { id: userId, email: by } = operator
  if (operator.keepsUsers)
    await insertUserActions(
      tx,
      done.map((each) => ({ at, byId: userId, by, userId, ...each })),
    )
  for (const { action, resource = '' } of done)
    operator.acts.push({ action, resource, concerns: userId, isOwnCase: false })
}

/** What was done to a person, or to a payment or a code of theirs, without who did it to whom. */
export type Done = Pick<NewUserAction, 'action' | 'resource' | 'from' | 'to' | 'reason'>

/**
 * Writes acts of an operator into the history of the person whose case it is, and into the log once they are stored: in
 * the transaction of the acts, which ends with it when the case is the operator's own.
 * @throws AppError OwnCase while somebody else may decide it
 */
export async function recordActs(
  tx: Db,
  operator: Operator,
  { userId, at }: { userId: string; at: Date },
  done: readonly Done[],
): Promise<void> {
  const isOwnCase = await judgeOwnCase(tx, operator, userId)
  // The users of an outside account service, whatever their ids look like, have no history here.
  if (operator.keepsUsers && z.uuid().safeParse(userId).success) {
    const by = { at, byId: operator.id, by: operator.email, userId }
    await insertUserActions(
      tx,
      done.map((each) => ({ ...by, ...each })),
    )
  }
  // A transaction that is tried again after a conflict logs them again.
  const logged = ({ action, resource = '' }: Done) => ({ action, resource, concerns: userId, isOwnCase })
  operator.acts.push(...done.map(logged))
}
