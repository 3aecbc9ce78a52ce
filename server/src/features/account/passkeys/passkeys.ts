import {
  type Confirmed,
  MAX_PASSKEYS,
  type NewPasskey,
  type PasskeyAssertion,
  type SignedIn,
} from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { type RelyingParty, relyingPartyOf } from '../../../platform/http/relying-party'
import type { Attempt } from '../attempts/attempt-log'
import { type Caller, deviceOf } from '../attempts/caller'
import { refuseLastWayIn } from '../oidc/last-way-in'
import type { Providers } from '../oidc/providers'
import { createToken, type TokenKind, useToken } from '../one-time-tokens/one-time-tokens'
import { lockUser } from '../repository'
import {
  type ChangingFactors,
  endWeakConfirmations,
  lockConfirmed,
  refuseLastFactor,
  tellOfFactor,
} from '../second-factor/changing-factors'
import { listPasskeys } from '../second-factor/repository'
import { confirm } from '../sign-in/confirm'
import { enter } from '../sign-in/enter'
import type { SignInDependencies } from '../sign-in/sign-in'
import { deletePasskey, findPasskey, insertPasskey, notePasskeyUse } from './repository'
import {
  assertionOptions,
  challengeOf,
  registrationOptions,
  verifyAssertion,
  verifyRegistration,
} from './webauthn'

const CHALLENGE_MS = 10 * 60_000

export type PasskeyParts = SignInDependencies

/** @throws AppError NotFound where browsers offer no passkeys */
function partyOf({ appUrl, appName }: Pick<PasskeyParts, 'appUrl' | 'appName'>): RelyingParty {
  const party = relyingPartyOf(appUrl, appName)
  if (!party) throw new AppError('NotFound')
  return party
}

/** The options of a new passkey. @throws AppError NotFound, ValidationError when there are enough of them */
export async function offerPasskey(changing: ChangingFactors) {
  const { database, userId } = changing
  const party = partyOf(changing)
  const { user, held, challenge } = await database.transaction(async (tx) => {
    const user = await lockConfirmed(tx, changing)
    const held = await listPasskeys(tx, userId)
    refuseTooMany(held.length)
    const challenge = await createToken(tx, {
      kind: 'passkey-registration',
      userId,
      lifetimeMs: CHALLENGE_MS,
    })
    return { user, held, challenge }
  })
  const name = `${user.lastName} ${user.firstName}`
  return registrationOptions(party, { id: userId, username: user.username, name }, held, challenge)
}

function refuseTooMany(count: number): void {
  if (count < MAX_PASSKEYS) return
  throw new AppError('ValidationError', { name: 'too-many' }, undefined, {
    details: { name: { max: MAX_PASSKEYS } },
  })
}

/** Stores a passkey; the session has not proven it. @throws AppError PasskeyRefused, ValidationError, Conflict */
export async function addPasskey(changing: ChangingFactors, { name, credential }: NewPasskey): Promise<void> {
  const { database, userId } = changing
  const party = partyOf(changing)
  const challenge = await useChallenge(changing, 'passkey-registration', credential, userId)
  const made = await verifyRegistration(party, credential, challenge)
  await database.transaction(async (tx) => {
    const user = await lockConfirmed(tx, changing)
    refuseTooMany((await listPasskeys(tx, userId)).length)
    await endWeakConfirmations(tx, changing, userId)
    if (!(await insertPasskey(tx, { ...made, userId, rpId: party.id, name }))) throw new AppError('Conflict')
    await tellOfFactor(tx, user, 'passkey-added', name)
  })
}

/** @throws AppError NotFound, LastFactor, LastWayIn */
export async function removePasskey(
  changing: ChangingFactors & { providers: Providers },
  id: string,
): Promise<void> {
  const { database, userId } = changing
  await database.transaction(async (tx) => {
    const user = await lockConfirmed(tx, changing)
    const name = await deletePasskey(tx, userId, id)
    if (name === null) throw new AppError('NotFound')
    await refuseLastWayIn(tx, changing, user)
    await refuseLastFactor(tx, changing, user)
    await tellOfFactor(tx, user, 'passkey-removed', name)
  })
}

/** What an assertion is for; one that was given for one purpose proves nothing for another. */
type AssertionKind = Extract<TokenKind, 'passkey-sign-in' | 'passkey-recovery'>
type ProvingParts = Pick<PasskeyParts, 'database' | 'appUrl' | 'appName'>

/** Options of an assertion. @param userId null in a sign-in, where the user is unknown. @throws AppError NotFound */
export async function askForPasskey(
  parts: ProvingParts,
  userId: string | null,
  kind: AssertionKind = 'passkey-sign-in',
) {
  const party = partyOf(parts)
  const { held, challenge } = await parts.database.transaction(async (tx) => ({
    held: userId === null ? [] : await listPasskeys(tx, userId),
    challenge: await createToken(tx, { kind, userId, lifetimeMs: CHALLENGE_MS }),
  }))
  const usable = held.filter(({ rpId }) => rpId === party.id)
  return assertionOptions(party, usable, challenge)
}

/** Opens a session; the assertion contains both factors. @throws AppError PasskeyRefused, NotFound */
export async function signInByPasskey(
  parts: PasskeyParts,
  assertion: PasskeyAssertion,
  caller: Caller,
  attempt: Attempt,
): Promise<SignedIn> {
  return prove(parts, assertion, { expected: null, kind: 'passkey-sign-in' }, async (tx, userId) => {
    Object.assign(attempt, { userId, factor: 'passkey' })
    const user = await lockUser(tx, userId)
    if (!user || user.suspendedAt) throw new AppError('PasskeyRefused')
    return enter(tx, parts, user, { method: 'passkey', device: deviceOf(user.username, caller), caller })
  })
}

/** As `confirmByPassword`, by a passkey. @throws AppError PasskeyRefused, NotFound, Unauthorized */
export const confirmByPasskey = (
  parts: PasskeyParts,
  userId: string,
  token: string,
  assertion: PasskeyAssertion,
  attempt: Attempt,
): Promise<Confirmed> =>
  prove(parts, assertion, { expected: userId, kind: 'passkey-sign-in' }, (tx) => {
    attempt.factor = 'passkey'
    return confirm(tx, token, 'passkey')
  })

/**
 * Does the work in the transaction that uses the assertion.
 * @param expected the user who must own the passkey; null for anybody
 * @throws AppError PasskeyRefused, NotFound where there are no passkeys
 */
export async function prove<T>(
  parts: ProvingParts,
  assertion: PasskeyAssertion,
  { expected, kind }: { expected: string | null; kind: AssertionKind },
  work: (tx: Db, userId: string) => Promise<T>,
): Promise<T> {
  const party = partyOf(parts)
  const challenge = await useChallenge(parts, kind, assertion, expected)
  const passkey = await findPasskey(parts.database.db, assertion.id, party.id)
  if (!passkey || (expected !== null && passkey.userId !== expected)) throw new AppError('PasskeyRefused')
  const use = await verifyAssertion(party, passkey, assertion, challenge)
  return parts.database.transaction(async (tx) => {
    if (!(await notePasskeyUse(tx, passkey, use))) throw new AppError('PasskeyRefused')
    return work(tx, passkey.userId)
  })
}

/** Consumes the challenge of a response, whatever its result. @throws AppError PasskeyRefused unless it was issued for this */
async function useChallenge(
  { database }: Pick<PasskeyParts, 'database'>,
  kind: TokenKind,
  credential: { response: { clientDataJSON: string } },
  userId: string | null,
): Promise<string> {
  const challenge = challengeOf(credential)
  const given = await database.transaction((tx) => useToken(tx, kind, challenge))
  if (given?.userId !== userId) throw new AppError('PasskeyRefused')
  return challenge
}
