import { randomUUID } from 'node:crypto'
import type { RecoveryTarget, SetRecoveredPassword } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { AppError } from '../../../platform/app-error'
import type { Clock } from '../../../platform/clock'
import type { Database, Db } from '../../../platform/db/database'
import type { RateLimits } from '../../../platform/http/rate-limit'
import { queueMail } from '../../../platform/mail'
import { orEmailTaken } from '../email-taken'
import { useOtp } from '../factors/otp'
import { deleteFactors, findTotp } from '../factors/repository'
import { emailKey, usernameKey } from '../identity-keys'
import { refuseEarly } from '../limit-by-address'
import { deleteTokensOf, findToken, type OneTimeToken, useToken } from '../one-time-tokens/one-time-tokens'
import { refuseGuessable } from '../passwords/refuse-guessable'
import { findHolder, findUser, lockUser, type UserRow, updateUser } from '../repository'
import { deleteSessionsOf } from '../sessions/repository'
import type { Caller } from '../sign-in/caller'
import type { PasswordHasher } from '../sign-in/password-hasher'
import { AFTER_FAILURES, forgetTries } from '../sign-in/throttle'

/** For one login, so that nobody can fill a mailbox. */
const PER_LOGIN = { limit: 3, windowMs: 60 * 60_000 }
const KINDS = ['recovery', 'recovery-link'] as const

export interface Recovering {
  database: Database
  clock: Clock
  hasher: PasswordHasher
  rateLimits: RateLimits
  appName: string
}

/** Queues a link for the user of the login. The same work, and the same response, for a known and an unknown one. */
export async function requestRecovery(
  { database, rateLimits }: Pick<Recovering, 'database' | 'rateLimits'>,
  login: string,
  language: string,
): Promise<void> {
  if ((await rateLimits.use('recovery', usernameKey(login), PER_LOGIN)) > 0) return
  await database.transaction((tx) =>
    queueMail(tx, {
      kind: 'recovery',
      dedupeKey: `recovery:${randomUUID()}`,
      userId: null,
      address: null,
      language,
      values: { login },
    }),
  )
}

/** Whose password a link sets. @throws AppError LinkExpired */
export async function readRecovery({ db }: Database, token: string): Promise<RecoveryTarget> {
  const { link, user } = await findRecovery(db, token)
  const asksOtp = !waivesFactors(link) && Boolean((await findTotp(db, user.id))?.enabledAt)
  return { username: user.username, email: user.email, asksOtp }
}

/** An operator's link may remove the factors that a person has lost. */
const waivesFactors = ({ data }: OneTimeToken): boolean => data['waiveSecondFactor'] === true

/** A link that holds, and its user. @throws AppError LinkExpired */
async function findRecovery(db: Db, token: string): Promise<{ link: OneTimeToken; user: UserRow }> {
  for (const kind of KINDS) {
    const link = await findToken(db, kind, token)
    const user = link?.userId ? await findUser(db, link.userId) : null
    if (link && user && user.suspendedAt === null) return { link, user }
  }
  throw new AppError('LinkExpired')
}

/**
 * Sets a new password by the link, and ends every session and every other link; returns how many sessions.
 * @throws AppError LinkExpired, ValidationError for a password that is easy to guess, SecondFactorRequired, TooManyRequests, ServiceUnavailable, Conflict when somebody else proved the address meanwhile
 */
export async function setRecoveredPassword(
  { database, hasher, rateLimits, clock, appName }: Recovering,
  { token, newPassword, otp }: SetRecoveredPassword,
  language: string,
  caller: Pick<Caller, 'address'>,
): Promise<{ username: string; ended: number }> {
  const { link, user: asked } = await findRecovery(database.db, token)
  await refuseGuessable(newPassword, { ...asked, appName }, 'newPassword')
  if (otp !== undefined) refuseEarly(await rateLimits.attempt('otp', asked.id, AFTER_FAILURES))
  const passwordHash = await hasher.hash(newPassword)
  const setting = database.transaction(async (tx) => {
    const used = await useToken(tx, link.kind, token)
    const user = used?.userId ? await lockUser(tx, used.userId) : null
    if (!used || !user || user.suspendedAt !== null) throw new AppError('LinkExpired')
    if (waivesFactors(used)) await deleteFactors(tx, user.id)
    else await requireOtp(tx, user.id, otp, clock.now())
    const isProof = await provesAddress(tx, used, user)
    await updateUser(tx, user.id, {
      passwordHash,
      pendingEmail: null,
      ...(isProof && { emailVerifiedAt: sql`now()` }),
    })
    await deleteTokensOf(tx, user.id, [...KINDS, 'verify-email'])
    await tellOfPassword(tx, user, language)
    return { user, ended: await deleteSessionsOf(tx, user.id) }
  })
  const { user, ended } = await orEmailTaken(setting)
  await forgetTries(rateLimits, [user.username, user.email], caller)
  if (otp !== undefined) await rateLimits.clear('otp', user.id)
  return { username: user.username, ended }
}

/** @throws AppError SecondFactorRequired for a missing or wrong code of a user with an authenticator app */
async function requireOtp(tx: Db, userId: string, otp: string | undefined, now: Date): Promise<void> {
  const outcome = await useOtp(tx, userId, otp, now)
  if (outcome === 'missing') throw new AppError('SecondFactorRequired')
  if (outcome === 'wrong') throw new AppError('SecondFactorRequired', { otp: 'wrong-otp' })
}

/** Whether a link came by mail to the address that the user still has, and that nobody else holds. */
async function provesAddress(tx: Db, { kind, data }: OneTimeToken, user: UserRow): Promise<boolean> {
  if (kind !== 'recovery' || user.emailVerifiedAt !== null) return false
  if (emailKey(String(data['email'])) !== emailKey(user.email)) return false
  const holder = await findHolder(tx, user.email)
  return holder === null || holder.id === user.id
}

/** Notifies a person of a new password, in the transaction that sets it. */
export const tellOfPassword = (
  tx: Db,
  { id, language: own }: Pick<UserRow, 'id' | 'language'>,
  language: string,
): Promise<void> =>
  queueMail(tx, {
    kind: 'password-changed',
    dedupeKey: `password-changed:${randomUUID()}`,
    userId: id,
    address: null,
    language: own ?? language,
    values: {},
  })
