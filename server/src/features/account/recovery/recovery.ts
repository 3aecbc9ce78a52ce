import { randomUUID } from 'node:crypto'
import { identityKey, type RecoveryTarget, type SetRecoveredPassword } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { AppError } from '../../../platform/app-error'
import type { Clock } from '../../../platform/clock'
import type { Database, Db } from '../../../platform/db/database'
import type { RateLimits } from '../../../platform/http/rate-limit'
import { queueMail } from '../../../platform/mail'
import type { Caller } from '../attempts/caller'
import { AFTER_FAILURES, forgetTries } from '../attempts/throttle'
import { orEmailTaken } from '../email-addresses/email-taken'
import { refuseEarly } from '../limit-by-address'
import type { Providers } from '../oidc/providers'
import { deleteTokensBut, findToken, type OneTimeToken, useToken } from '../one-time-tokens/one-time-tokens'
import { type Maker, mayStillActOn } from '../operators/rights'
import { askForPasskey, prove } from '../passkeys/passkeys'
import type { PasswordHasher } from '../passwords/password-hasher'
import { refuseGuessable } from '../passwords/refuse-guessable'
import { findHolder, findUser, lockUser, type UserRow, updateUser } from '../repository'
import { deleteFactors } from '../second-factor/repository'
import { askedFactors, type FactorSite, NO_FACTORS, useSecondFactor } from '../second-factor/second-factor'
import { deleteSessionsOf } from '../sessions/repository'
import { dropCredentials } from './drop-credentials'
import { tellOfDropped } from './tell-of-dropped'

/** For one login, so that nobody can fill a mailbox. */
const PER_LOGIN = { limit: 3, windowMs: 60 * 60_000 }
const KINDS = ['recovery', 'recovery-link'] as const

export interface Recovering extends FactorSite {
  database: Database
  clock: Clock
  hasher: PasswordHasher
  rateLimits: RateLimits
  providers: Providers
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
export async function readRecovery(
  parts: Pick<Recovering, 'database' | keyof FactorSite>,
  token: string,
): Promise<RecoveryTarget> {
  const { db } = parts.database
  const { link, user } = await findRecovery(db, token)
  const isFirstProof = (await provesAddress(db, link, user)) && user.mustVerify
  const asked = waivesFactors(link) || isFirstProof ? NO_FACTORS : await askedFactors(db, parts, user.id)
  return { username: user.username, email: user.email, ...asked, isFirstProof }
}

/** What the browser asks a passkey of whose password a link sets. @throws AppError LinkExpired, NotFound */
export async function askForRecoveryPasskey(
  parts: Pick<Recovering, 'database' | keyof FactorSite>,
  token: string,
) {
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
 * Sets a new password by the link, and ends every session and every other link; returns how many sessions. Where the link
 * is the first proof of the address, whoever made the account may have been somebody else: all that opens it goes.
 * @throws AppError LinkExpired, ValidationError for a password that is easy to guess, SecondFactorRequired, PasskeyRefused, TooManyRequests, ServiceUnavailable, Conflict when somebody else proved the address meanwhile
 */
export async function setRecoveredPassword(
  parts: Recovering,
  { token, newPassword, otp, credential }: SetRecoveredPassword,
  language: string,
  caller: Pick<Caller, 'address'>,
): Promise<{ username: string; ended: number }> {
  const { database, hasher, rateLimits, appName, providers } = parts
  const { link, user: asked } = await findRecovery(database.db, token)
  await refuseGuessable(newPassword, { ...asked, appName }, 'newPassword')
  if (otp !== undefined) refuseEarly(await rateLimits.attempt('otp', asked.id, AFTER_FAILURES))
  const passwordHash = await hasher.hash(newPassword)
  const set = async (tx: Db, isProven: boolean) => {
    const used = await useToken(tx, link.kind, token)
    const user = used?.userId ? await lockUser(tx, used.userId) : null
    if (!used || !user || user.suspendedAt !== null || !(await isStillMeant(tx, used, user)))
      throw new AppError('LinkExpired')
    const isProof = await provesAddress(tx, used, user)
    const hasProven = isProven || (await requireFactor(tx, parts, { user, link: used, isProof }, otp))
    await updateUser(tx, user.id, {
      passwordHash,
      pendingEmail: null,
      ...(isProof && { emailVerifiedAt: sql`now()` }),
    })
    await tellOfPassword(tx, user, language)
    if (isProof && !hasProven) {
      const dropped = await dropCredentials(tx, user.id)
      await tellOfDropped(tx, { user, dropped, providers, language, reason: 'proven' })
      return { user, ended: dropped.sessions }
    }
    // An operator has verified who the person is: an older mailbox adds nothing.
    await deleteTokensBut(tx, user.id, used.kind === 'recovery-link' ? [] : ['undo-change'])
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

/**
 * The second factor of somebody who has one, which a link does not replace. Two links do without: an operator's that waives
 * it, and the first proof of an address that had to be verified, where the factor is from before. Whoever never had to
 * verify holds the address, as the first administrator does, so that a mailbox alone does not open the account.
 * @returns whether one was proven. @throws AppError SecondFactorRequired for a code that is missing or wrong
 */
async function requireFactor(
  tx: Db,
  { clock, ...site }: Recovering,
  { user, link, isProof }: { user: UserRow; link: OneTimeToken; isProof: boolean },
  otp: string | undefined,
): Promise<boolean> {
  if (isProof && user.mustVerify) return false
  if (waivesFactors(link)) {
    await deleteFactors(tx, user.id)
    return false
  }
  const outcome = await useSecondFactor(tx, site, user.id, otp, clock.now())
  if (outcome === 'passkey') throw new AppError('SecondFactorRequired', { credential: 'required' })
  if (outcome === 'missing') throw new AppError('SecondFactorRequired')
  if (outcome === 'wrong') throw new AppError('SecondFactorRequired', { otp: 'wrong-otp' })
  return outcome !== 'not-needed'
}

/** Whether a link came by mail to the address that the user still has, and that nobody else holds. */
async function provesAddress(db: Db, { kind, data }: OneTimeToken, user: UserRow): Promise<boolean> {
  if (kind !== 'recovery' || user.emailVerifiedAt !== null) return false
  if (identityKey(String(data['email'])) !== identityKey(user.email)) return false
  const holder = await findHolder(db, user.email)
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
