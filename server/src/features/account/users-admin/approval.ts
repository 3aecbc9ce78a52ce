import { randomUUID } from 'node:crypto'
import type { DecideApproval, UserDetails } from '@scanleaf/shared'
import { eq } from 'drizzle-orm'
import type * as z from 'zod'
import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { queueMail } from '../../../platform/mail'
import { approvalOf } from '../present'
import type { UserRow } from '../repository'
import { users } from '../table'
import { act, type Operating, readUser } from './users'

/**
 * Lets a person in who waits or was refused, or refuses one who waits; they are told by mail.
 * @param language of the mail, unless the person's own is known
 * @throws AppError NotFound, Conflict when somebody else decided the same or more meanwhile
 */
export function decideApproval(
  operating: Operating & { language: string },
  id: string,
  { isApproved, reason }: z.output<typeof DecideApproval>,
): Promise<UserDetails> {
  const now = operating.clock.now()
  return act(operating, id, async (tx, user) => {
    const state = approvalOf(user)
    if (state === 'approved' || (!isApproved && state === 'refused')) throw new AppError('Conflict')
    await tx
      .update(users)
      .set(isApproved ? { approvedAt: now, refusedAt: null } : { refusedAt: now })
      .where(eq(users.id, id))
    await reportDecision(tx, user, isApproved, reason, operating.language)
    const done = isApproved ? { action: 'approve' as const } : { action: 'refuse' as const, reason }
    return { done: [done], result: await readUser(tx, id, now) }
  })
}

const reportDecision = (
  tx: Db,
  { id, language: own }: UserRow,
  isApproved: boolean,
  reason: string,
  language: string,
): Promise<void> => {
  const kind = isApproved ? 'account-approved' : 'account-refused'
  return queueMail(tx, {
    kind,
    dedupeKey: `${kind}:${randomUUID()}`,
    userId: id,
    address: null,
    language: own ?? language,
    values: { reason },
  })
}
