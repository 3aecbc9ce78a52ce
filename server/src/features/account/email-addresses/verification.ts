import { randomUUID } from 'node:crypto'
import { identityKey } from '@scanleaf/shared'
import type { Database, Db } from '../../../platform/db/database'
import type { RateLimits } from '../../../platform/http/rate-limit'
import { queueMail } from '../../../platform/mail'
import { deleteTokensOf } from '../one-time-tokens/one-time-tokens'
import { findHolder, type UserRow, updateUser } from '../repository'

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
