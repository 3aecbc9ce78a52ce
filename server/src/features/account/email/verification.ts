import { randomUUID } from 'node:crypto'
import { identityKey } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { AppError } from '../../../platform/app-error'
import type { Database, Db } from '../../../platform/db/database'
import type { RateLimits } from '../../../platform/http/rate-limit'
import { queueMail } from '../../../platform/mail'
import { orEmailTaken } from '../email-taken'
import { deleteTokensOf, useToken } from '../one-time-tokens/one-time-tokens'
import { findHolder, holdsItsAddress, lockUser, type UserRow, updateUser } from '../repository'

/** For one address, so that strangers cannot fill a mailbox with links. */
const PER_ADDRESS = { limit: 3, windowMs: 60 * 60_000 }

/** Dependencies of the calls about addresses. */
export interface Mailing {
  database: Database
  rateLimits: RateLimits
  /** False without an SMTP server: then no address is verified, and a new one counts at once. */
  sendsMail: boolean
}

/** How long to wait, in milliseconds, before another link may go to an address; 0 lets it go and counts it. */
export const mayMailTo = ({ rateLimits }: Pick<Mailing, 'rateLimits'>, address: string): Promise<number> =>
  rateLimits.use('verify-email', identityKey(address), PER_ADDRESS)

export type Addressee = Pick<UserRow, 'id' | 'language'>

/**
 * Sends the link that verifies an address; to an address that somebody else holds, a note about the existing account.
 * The requester cannot tell the two apart.
 * @param language of the mail to a person whose language is not known
 */
export async function queueVerification(
  tx: Db,
  { id, language: own }: Addressee,
  address: string,
  language: string,
): Promise<void> {
  const holder = await findHolder(tx, address)
  const isOthers = holder !== null && holder.id !== id
  await queueMail(tx, {
    kind: isOthers ? 'address-in-use' : 'verify-email',
    dedupeKey: `verify-email:${randomUUID()}`,
    userId: isOthers ? holder.id : id,
    address: isOthers ? holder.email : address,
    language: (isOthers ? holder.language : own) ?? language,
    values: {},
  })
}

/** An address is changed once its link is pressed; until then the old one counts. */
export async function requestEmailChange(
  tx: Db,
  user: Addressee,
  address: string,
  language: string,
): Promise<UserRow | null> {
  await deleteTokensOf(tx, user.id, ['verify-email'])
  await queueVerification(tx, user, address, language)
  return updateUser(tx, user.id, { pendingEmail: address })
}

/** The own address stays, and a link to another one is void. */
export function cancelEmailChange(database: Database, userId: string): Promise<UserRow | null> {
  return database.transaction(async (tx) => {
    await deleteTokensOf(tx, userId, ['verify-email'])
    return updateUser(tx, userId, { pendingEmail: null })
  })
}

/**
 * Verifies the address of an opened link; returns the address.
 * @throws AppError LinkExpired, Conflict when somebody else proved the address first
 */
export async function confirmEmail(database: Database, token: string, language: string): Promise<string> {
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
  await deleteTokensOf(tx, before.id, ['recovery'])
  if (!holdsItsAddress(before)) return
  await queueMail(tx, {
    kind: 'email-changed',
    dedupeKey: `email-changed:${randomUUID()}`,
    userId: before.id,
    address: before.email,
    language: before.language ?? language,
    values: { changedAt: after.emailVerifiedAt?.toISOString() ?? '' },
  })
}
