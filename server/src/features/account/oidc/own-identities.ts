import { type Confirmed, type Identities, identityKey, type ProvenSingleSignOn } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import { AFTER_FAILURES } from '../attempts/throttle'
import { refuseEarly } from '../limit-by-address'
import { findUser, lockUser, type UserRow } from '../repository'
import { type ChangingFactors, lockConfirmed, tellOfFactor } from '../second-factor/changing-factors'
import { deleteSessionsOfProvider } from '../sessions/repository'
import { confirm, proveSecondFactor } from '../sign-in/confirm'
import { hashOf } from '../tokens'
import { CLOCK_TOLERANCE_SECONDS } from './claims'
import {
  findProvider,
  findSingleSignOnResult,
  type SingleSignOn,
  type SingleSignOnResult,
  useSingleSignOnResult,
} from './flow'
import { refuseLastWayIn } from './last-way-in'
import { deleteIdentity, findIdentity, insertIdentity, listIdentities } from './repository'

export type OwnIdentities = SingleSignOn & Pick<ChangingFactors, 'clock' | 'rateLimits' | 'appName'>

export async function readIdentities(
  { database: { db }, providers }: Pick<SingleSignOn, 'database' | 'providers'>,
  userId: string,
): Promise<Identities> {
  const user = await findUser(db, userId)
  if (!user) throw new AppError('Unauthorized')
  const held = await listIdentities(db, userId, providers.issuers)
  return {
    identities: held.map(({ issuer, email, createdAt, usedAt }) => ({
      provider: providers.ofIssuer(issuer)?.name ?? '',
      email,
      connectedAt: createdAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
    hasPassword: user.hasPassword,
  }
}

const naming = ({ provider }: Pick<SingleSignOnResult, 'provider'>) => ({
  values: { provider: provider.label },
})

/**
 * Connects what a provider proved to the account of a session: because its user asked for that, or because a sign-in
 * found an account with the same address, whose user has signed in since. Either way the session is freshly confirmed.
 * @throws AppError SignInExpired, ConfirmationRequired, OtherIdentity, IdentityTaken, ProviderConnected, Unauthorized
 */
export async function connectIdentity(
  parts: OwnIdentities,
  changer: Pick<ChangingFactors, 'userId' | 'token'>,
  proven: ProvenSingleSignOn,
): Promise<void> {
  await parts.database.transaction(async (tx) => {
    const result = await useSingleSignOnResult(parts, tx, proven, ['connect', 'sign-in'])
    const user = await lockConfirmed(tx, changer)
    refuseOthers(result, user)
    const known = await findIdentity(tx, result.identity)
    if (known?.userId === user.id) return
    if (known) throw new AppError('IdentityTaken', undefined, undefined, naming(result))
    if (!(await insertIdentity(tx, user.id, result.identity)))
      throw new AppError('ProviderConnected', undefined, undefined, naming(result))
    await tellOfFactor(tx, user, 'identity-connected', result.provider.label)
  })
}

/** After a sign-in the address has to be the account's: on a shared computer somebody else may have begun it. */
function refuseOthers(result: SingleSignOnResult, user: UserRow): void {
  const { purpose, identity } = result
  if (purpose === 'connect') {
    if (result.userId !== user.id) throw new AppError('SignInExpired')
    return
  }
  if (!identity.isEmailVerified || identityKey(identity.email) !== identityKey(user.email))
    throw new AppError('OtherIdentity', undefined, undefined, naming(result))
}

/**
 * The provider no longer opens the account, and the sessions that it opened end, all but the one that asks.
 * @throws AppError NotFound, LastWayIn, Unauthorized
 */
export async function disconnectIdentity(
  parts: OwnIdentities,
  { userId, token }: { userId: string; token: string },
  name: string,
): Promise<void> {
  const provider = findProvider(parts.providers, name)
  await parts.database.transaction(async (tx) => {
    const user = await lockConfirmed(tx, { userId, token })
    if (!(await deleteIdentity(tx, userId, provider.issuer))) throw new AppError('NotFound')
    await refuseLastWayIn(tx, parts, user)
    await deleteSessionsOfProvider(tx, userId, provider.name, hashOf(token))
    await tellOfFactor(tx, user, 'identity-disconnected', provider.label)
  })
}

/**
 * As `confirmByPassword`, by a proof at a provider that is younger than the question (OpenID Connect Core 1.0 §3.1.2.1,
 * `max_age`, and §2, `auth_time`).
 * @throws AppError SignInExpired, OtherIdentity, ConfirmationNotFresh, ValidationError for a second factor that is missing
 * or wrong, TooManyRequests, Unauthorized
 */
export async function confirmByProvider(
  parts: OwnIdentities,
  { userId, token }: { userId: string; token: string },
  { otp, ...proven }: ProvenSingleSignOn & { otp?: string | undefined },
): Promise<Confirmed> {
  const { database, rateLimits } = parts
  const result = await findSingleSignOnResult(parts, database.db, proven, ['confirm'])
  if (result.userId !== userId) throw new AppError('SignInExpired')
  const { identity, startedAt } = result
  if ((await findIdentity(database.db, identity))?.userId !== userId)
    throw new AppError('OtherIdentity', undefined, undefined, naming(result))
  if ((identity.authenticatedAt ?? 0) < startedAt - CLOCK_TOLERANCE_SECONDS)
    throw new AppError('ConfirmationNotFresh', undefined, undefined, naming(result))
  if (otp !== undefined) refuseEarly(await rateLimits.attempt('own-otp', userId, AFTER_FAILURES))
  const confirmed = await database.transaction(async (tx) => {
    if (!(await lockUser(tx, userId))) throw new AppError('Unauthorized')
    const factor = await proveSecondFactor(tx, parts, userId, otp)
    await useSingleSignOnResult(parts, tx, proven, ['confirm'])
    return confirm(tx, token, factor)
  })
  if (otp !== undefined) await rateLimits.clear('own-otp', userId)
  return confirmed
}
