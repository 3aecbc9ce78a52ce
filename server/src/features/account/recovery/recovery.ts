import { randomUUID } from 'node:crypto'
import { identityKey, type RecoveryTarget, type SetRecoveredPassword } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { AppError } from '../../../platform/app-error'
import type { Clock } from '../../../platform/clock'
import type { Database, Db } from '../../../platform/db/database'
import type { RateLimits } from '../../../platform/http/rate-limit'
import { queueMail } from '../../../platform/mail'
import { orEmailTaken } from '../email-taken'
import { deleteFactors } from '../factors/repository'
import { refuseEarly } from '../limit-by-address'
import { deleteTokensOf, findToken, type OneTimeToken, useToken } from '../one-time-tokens/one-time-tokens'
import { type Maker, mayStillActOn } from '../operators/rights'
import { askForPasskey, prove } from '../passkeys/passkeys'
import { refuseGuessable } from '../passwords/refuse-guessable'
import { findHolder, findUser, lockUser, type UserRow, updateUser } from '../repository'
import { deleteSessionsOf } from '../sessions/repository'
import type { Caller } from '../sign-in/caller'
import type { PasswordHasher } from '../sign-in/password-hasher'
import { AFTER_FAILURES, forgetTries } from '../sign-in/throttle'
import { askedFactors, NO_FACTORS, type RecoveryProofs, requireCode } from './second-factor'

/** For one login, so that nobody can fill a mailbox. */
const PER_LOGIN = { limit: 3, windowMs: 60 * 60_000 }
const KINDS = ['recovery', 'recovery-link'] as const

export interface Recovering {
  database: Database
  clock: Clock
  hasher: PasswordHasher
  rateLimits: RateLimits
  /** Passkeys are asked for its host. */
  appUrl: string
  appName: string
}

/** Queues a link for the user of the login. The same work, and the same response, for a known and an unknown one. */
export async function requestRecovery(
  { database, rateLimits }: Pick<Recovering, 'database' | 'rateLimits'>,
  login: string,
  language: string,
): Promise<void> {
  if ((await rateLimits.use('recovery', identityKey(login), PER_LOGIN)) > 0) return
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
export async function readRecovery(parts: RecoveryProofs, token: string): Promise<RecoveryTarget> {
  const { db } = parts.database
  const { link, user } = await findRecovery(db, token)
  const asked = waivesFactors(link) ? NO_FACTORS : await askedFactors(db, parts, user.id)
  return { username: user.username, email: user.email, ...asked }
}

/** What the browser asks a passkey of whose password a link sets. @throws AppError LinkExpired, NotFound */
export async function askForRecoveryPasskey(parts: RecoveryProofs, token: string) {
  const { user } = await findRecovery(parts.database.db, token)
  return askForPasskey(parts, user.id, 'passkey-recovery')
}

/** An operator's link may remove the factors that a person has lost. */
const waivesFactors = ({ data }: OneTimeToken): boolean => data['waiveSecondFactor'] === true

/** An operator's link ends with the rights of its maker over the person; the host's and a mail's do not. */
async function isStillMeant(db: Db, { data }: OneTimeToken, user: UserRow): Promise<boolean> {
  const maker = data['maker'] as Maker | null | undefined
  return !maker || mayStillActOn(db, maker, user)
}

/** A link that holds, and its user. @throws AppError LinkExpired */
async function findRecovery(db: Db, token: string): Promise<{ link: OneTimeToken; user: UserRow }> {
  for (const kind of KINDS) {
    const link = await findToken(db, kind, token)
    const user = link?.userId ? await findUser(db, link.userId) : null
    if (link && user && user.suspendedAt === null && (await isStillMeant(db, link, user)))
      return { link, user }
  }
  throw new AppError('LinkExpired')
}

/**
 * Sets a new password by the link, and ends every session and every other link; returns how many sessions.
 * @throws AppError LinkExpired, ValidationError for a password that is easy to guess, SecondFactorRequired, PasskeyRefused, TooManyRequests, ServiceUnavailable, Conflict when somebody else proved the address meanwhile
 */
export async function setRecoveredPassword(
  parts: Recovering,
  { token, newPassword, otp, credential }: SetRecoveredPassword,
  language: string,
  caller: Pick<Caller, 'address'>,
): Promise<{ username: string; ended: number }> {
  const { database, hasher, rateLimits, clock, appName } = parts
  const { link, user: asked } = await findRecovery(database.db, token)
  await refuseGuessable(newPassword, { ...asked, appName }, 'newPassword')
  if (otp !== undefined) refuseEarly(await rateLimits.attempt('otp', asked.id, AFTER_FAILURES))
  const passwordHash = await hasher.hash(newPassword)
  const set = async (tx: Db, isProven: boolean) => {
    const used = await useToken(tx, link.kind, token)
    const user = used?.userId ? await lockUser(tx, used.userId) : null
    if (!used || !user || user.suspendedAt !== null || !(await isStillMeant(tx, used, user)))
      throw new AppError('LinkExpired')
    if (waivesFactors(used)) await deleteFactors(tx, user.id)
    else if (!isProven) await requireCode(tx, parts, user.id, otp, clock.now())
    const isProof = await provesAddress(tx, used, user)
    await updateUser(tx, user.id, {
      passwordHash,
      pendingEmail: null,
      ...(isProof && { emailVerifiedAt: sql`now()` }),
    })
    await deleteTokensOf(tx, user.id, [...KINDS, 'verify-email'])
    await tellOfPassword(tx, user, language)
    return { user, ended: await deleteSessionsOf(tx, user.id) }
  }
  const proving = { expected: asked.id, kind: 'passkey-recovery' } as const
  const { user, ended } = await orEmailTaken(
    credential === undefined
      ? database.transaction((tx) => set(tx, false))
      : prove(parts, credential, proving, (tx) => set(tx, true)),
  )
  await forgetTries(rateLimits, [user.username, user.email], caller)
  if (otp !== undefined) await rateLimits.clear('otp', user.id)
  return { username: user.username, ended }
}

/** Whether a link came by mail to the address that the user still has, and that nobody else holds. */
async function provesAddress(tx: Db, { kind, data }: OneTimeToken, user: UserRow): Promise<boolean> {
  if (kind !== 'recovery' || user.emailVerifiedAt !== null) return false
  if (identityKey(String(data['email'])) !== identityKey(user.email)) return false
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
