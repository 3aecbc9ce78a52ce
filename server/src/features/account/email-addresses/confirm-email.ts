import { randomUUID } from 'node:crypto'
import { type ConfirmEmail, identityKey } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { queueMail } from '../../../platform/mail'
import { deleteTokensOf, findToken, useToken } from '../one-time-tokens/one-time-tokens'
import { type PasswordCheck, verifyOwnPassword } from '../passwords/own-password'
import { holdsItsAddress, lockUser, type UserRow, updateUser } from '../repository'
import { orEmailTaken } from './email-taken'

/**
 * Verifies the address of an opened link; returns the address. The link alone proves the mailbox only: somebody else may
 * have made the account with the address, and would keep the way in. So it takes a session of the account, or its
 * password. Those with neither set a new password, which drops all from before (`setRecoveredPassword`).
 * @param sessionUserId of the session that the call came with; null for none
 * @throws AppError LinkExpired, ValidationError for a password that is missing or wrong, Conflict when somebody else proved
 * the address first, TooManyRequests, ServiceUnavailable
 */
export async function confirmEmail(
  parts: PasswordCheck,
  { token, password }: ConfirmEmail,
  sessionUserId: string | null,
  language: string,
): Promise<string> {
  const { database } = parts
  const link = await findToken(database.db, 'verify-email', token)
  if (!link?.userId) throw new AppError('LinkExpired')
  if (link.userId !== sessionUserId) {
    if (password === undefined) throw new AppError('ValidationError', { password: 'required' })
    await verifyOwnPassword(parts, link.userId, password, 'password')
  }
  return orEmailTaken(
    database.transaction(async (tx) => {
      const used = await useToken(tx, 'verify-email', token)
      const before = used?.userId ? await lockUser(tx, used.userId) : null
      if (!used || !before) throw new AppError('LinkExpired')
      const address = String(used.data['email'])
      const isOwn = identityKey(address) === identityKey(before.email)
      const isPending =
        before.pendingEmail !== null && identityKey(address) === identityKey(before.pendingEmail)
      if (!isOwn && !isPending) throw new AppError('LinkExpired')
      const after = await updateUser(tx, before.id, {
        emailVerifiedAt: sql`now()`,
        ...(isPending && { email: address, pendingEmail: null }),
      })
      if (!isOwn && after) await leaveAddress(tx, before, after, language)
      return address
    }),
  )
}

/** The old address may undo the change, if it was verified: an unverified one may be a stranger's. */
async function leaveAddress(tx: Db, before: UserRow, after: UserRow, language: string): Promise<void> {
  await deleteTokensOf(tx, before.id, ['recovery', 'recovery-link'])
  if (!holdsItsAddress(before)) return
  await queueMail(tx, {
    kind: 'email-changed',
    dedupeKey: `email-changed:${randomUUID()}`,
    userId: before.id,
    address: before.email,
    language: before.language ?? language,
    values: {
      changedAt: after.emailVerifiedAt?.toISOString() ?? '',
      wasVerified: before.emailVerifiedAt === null ? 0 : 1,
    },
  })
}
