import { isLeaving } from '../../account'
import {
  hadLinkDomain,
  refusalOf,
  refuseMove,
  type UserCodeContext,
  type UserCodeRow,
} from '../../user-codes'
import { problemsOf, rowError } from '../problems'
import type { Verdict } from '../rows-repository'
import { DestinationRoom, documentsOf } from './room'

/** Judges codes one after the other: whether each may leave, and whether there is room behind those before it. */
export async function moveJudge(
  context: UserCodeContext,
  ownerId: string,
  to: string,
): Promise<(code: UserCodeRow) => Promise<Verdict>> {
  const { db } = context.database
  const hasDomain = await hadLinkDomain(db, ownerId)
  const isGoing = await isLeaving(db, to)
  const room = await DestinationRoom.of(db, context, to)
  return async (code) => {
    const input = { name: code.name, dynamicId: code.dynamicId ?? '' }
    const documents = await documentsOf(db, [code])
    const refusal = await refusalOf(async () => {
      if (isGoing) throw rowError('workspace-leaving')
      refuseMove(code, hasDomain)
      room.take(code, documents.get(code.id))
    })
    if (!refusal) return { outcome: 'ready', input, problems: [] }
    return { outcome: 'skipped', input, problems: problemsOf(refusal) }
  }
}
