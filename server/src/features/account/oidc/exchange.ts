import type { ExchangedSingleSignOn, RegistrationMode, SignedIn } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Attempt } from '../attempts/attempt-log'
import { type Caller, deviceOf } from '../attempts/caller'
import { AFTER_FAILURES } from '../attempts/throttle'
import { refuseEarly } from '../limit-by-address'
import { findHolder, lockUser } from '../repository'
import { useOtp } from '../second-factor/otp'
import { enter } from '../sign-in/enter'
import type { SignInDependencies } from '../sign-in/sign-in'
import { newToken } from '../tokens'
import {
  findSingleSignOnResult,
  type SingleSignOn,
  type SingleSignOnResult,
  useSingleSignOnResult,
} from './flow'
import { openAccountOf } from './open-account'
import { findIdentity, type IdentityRow, insertIdentity, noteIdentityUse } from './repository'

export interface SingleSignOnDependencies extends SignInDependencies, SingleSignOn {
  sendsMail: boolean
  registration: RegistrationMode
}

interface Exchanging {
  code: string
  verifier: string
  /** As typed; undefined when none came. */
  otp: string | undefined
  caller: Caller
  attempt: Attempt
  language: string
}

/**
 * Turns what a provider proved into a session: of the account that the identity is connected to, else of a new one where
 * the provider may open accounts. An address alone connects nothing: where an account has it, its owner signs in once
 * with the same code still good.
 * @throws AppError SignInExpired, SecondFactorRequired, AccountSuspended, AccountNotConnected, ProviderEmailUnverified,
 * DomainNotAllowed, Conflict, TooManyRequests, ServiceUnavailable
 */
export async function exchange(
  parts: SingleSignOnDependencies,
  exchanging: Exchanging,
): Promise<ExchangedSingleSignOn> {
  const { db } = parts.database
  const { attempt } = exchanging
  const result = await findSingleSignOnResult(parts, db, exchanging, ['sign-in'])
  attempt.provider = result.provider.name
  const known = await findIdentity(db, result.identity)
  if (known) return { session: await enterKnown(parts, exchanging, known), email: '' }
  refuseStranger(result)
  const { email } = result.identity
  if (await findHolder(db, email)) {
    // The same code may just have opened the account that has the address.
    await findSingleSignOnResult(parts, db, exchanging, ['sign-in'])
    attempt.outcome = 'not-connected'
    return { session: null, email }
  }
  refuseRegistration(result)
  return { session: await enterNew(parts, exchanging, result), email: '' }
}

/** A provider's word is one factor: those with an authenticator app are asked for its code, as after a password. */
async function enterKnown(
  parts: SingleSignOnDependencies,
  exchanging: Exchanging,
  known: IdentityRow,
): Promise<SignedIn> {
  const { database, rateLimits, clock } = parts
  const { otp, caller, attempt } = exchanging
  attempt.userId = known.userId
  const isTried = otp !== undefined
  if (isTried) refuseEarly(await rateLimits.attempt('otp', known.userId, AFTER_FAILURES))
  const entered = await database.transaction(async (tx) => {
    const user = await lockUser(tx, known.userId)
    if (!user) throw new AppError('SignInExpired')
    if (user.suspendedAt) throw new AppError('AccountSuspended')
    const factor = await useOtp(tx, user.id, otp, clock.now())
    if (factor === 'missing' || factor === 'wrong') return factor
    const { provider } = await useSingleSignOnResult(parts, tx, exchanging, ['sign-in'])
    if (!(await noteIdentityUse(tx, known))) throw new AppError('SignInExpired')
    if (factor !== 'not-needed') attempt.factor = factor
    const method = factor === 'not-needed' ? 'password' : factor
    return enter(tx, parts, user, {
      method,
      provider: provider.name,
      device: deviceOf(user.username, caller),
      caller,
    })
  })
  if (entered === 'missing') throw new AppError('SecondFactorRequired')
  if (entered === 'wrong') throw new AppError('SecondFactorRequired', { otp: 'wrong-otp' })
  if (isTried) await rateLimits.clear('otp', known.userId)
  return entered
}

const naming = ({ provider, identity }: SingleSignOnResult) => ({
  values: { provider: provider.label, domain: identity.email.slice(identity.email.lastIndexOf('@') + 1) },
})

/** Nothing is said of an address that the provider has not verified. */
function refuseStranger(result: SingleSignOnResult): void {
  const { provider, identity } = result
  if (identity.isEmailVerified) return
  const code = provider.register ? 'ProviderEmailUnverified' : 'AccountNotConnected'
  throw new AppError(code, undefined, undefined, naming(result))
}

function refuseRegistration(result: SingleSignOnResult): void {
  const { provider, identity } = result
  if (!provider.register) throw new AppError('AccountNotConnected', undefined, undefined, naming(result))
  if (provider.domains.length > 0 && !provider.domains.includes(identity.domain))
    throw new AppError('DomainNotAllowed', undefined, undefined, naming(result))
}

/** @throws AppError Conflict when somebody got hold of the address meanwhile */
async function enterNew(
  parts: SingleSignOnDependencies,
  exchanging: Exchanging,
  { identity }: SingleSignOnResult,
): Promise<SignedIn> {
  const { database, hasher } = parts
  const { caller, language, attempt } = exchanging
  const passwordHash = await hasher.hash(newToken())
  return database.transaction(async (tx) => {
    const { provider } = await useSingleSignOnResult(parts, tx, exchanging, ['sign-in'])
    const way = { by: 'oidc', mayRegister: provider.register } as const
    const user = await openAccountOf(tx, identity, way, { ...parts, passwordHash, language })
    if (!user || !(await insertIdentity(tx, user.id, identity))) throw new AppError('Conflict')
    attempt.userId = user.id
    const device = deviceOf(user.username, caller)
    return enter(tx, parts, user, { method: 'password', provider: provider.name, device, caller })
  })
}
