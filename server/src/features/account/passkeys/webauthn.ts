import type { NewPasskey, PasskeyAssertion } from '@scanleaf/shared'
import { jsonOrNull } from '@scanleaf/shared/json'
import { AppError } from '../../../platform/app-error'
import type { RelyingParty } from '../../../platform/http/relying-party'
import type { PasskeyRow } from '../second-factor/repository'

/** Takes a second to load and few need it, so it comes with the first call. */
const library = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256 (IANA COSE): what authenticators have. */
const ALGORITHMS = [-8, -7, -257]

const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'))

/** The user as a passkey knows them: the bytes of their id (RFC 9562), which say nothing of a person. */
const handleOf = (userId: string) => new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'))

/** @param challenge a one-time token */
export async function registrationOptions(
  party: RelyingParty,
  user: { id: string; username: string; name: string },
  held: readonly PasskeyRow[],
  challenge: string,
) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userName: user.username,
    userDisplayName: user.name,
    userID: handleOf(user.id),
    challenge: bytesOf(challenge),
    attestationType: 'none',
    excludeCredentials: held.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** @param held passkeys of a known user; empty in a sign-in, where the browser offers those it has */
export async function assertionOptions(party: RelyingParty, held: readonly PasskeyRow[], challenge: string) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: bytesOf(challenge),
    userVerification: 'required',
    allowCredentials: held.map(({ id, transports }) => ({ id, transports })),
  })
}

interface FromBrowser {
  response: { clientDataJSON: string }
}

/** What the browser signed; empty when it is malformed (WebAuthn §5.8.1). */
function clientDataOf({ response }: FromBrowser): { challenge?: unknown; crossOrigin?: unknown } {
  return Object(jsonOrNull(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8')))
}

/** The challenge that the browser signed; empty for malformed client data. */
export function challengeOf(credential: FromBrowser): string {
  const { challenge } = clientDataOf(credential)
  return typeof challenge === 'string' ? challenge : ''
}

/**
 * No page of ours is embedded in another site: a person who touches a passkey there does not see for whom (WebAuthn §7.1
 * and §7.2, `crossOrigin`). The library refuses only those whose browser names the other site.
 * @throws AppError PasskeyRefused
 */
function refuseEmbedded(credential: FromBrowser): void {
  if (clientDataOf(credential).crossOrigin === true) throw new AppError('PasskeyRefused')
}

export type RegisteredPasskey = Pick<PasskeyRow, 'id' | 'publicKey' | 'counter' | 'transports' | 'backedUp'>

/** A new passkey to store. @throws AppError PasskeyRefused */
export async function verifyRegistration(
  party: RelyingParty,
  credential: NewPasskey['credential'],
  challenge: string,
): Promise<RegisteredPasskey> {
  refuseEmbedded(credential)
  const { verifyRegistrationResponse } = await library()
  const { verified, registrationInfo } = await refusing(() =>
    verifyRegistrationResponse({
      response: credential,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!verified || !registrationInfo) throw new AppError('PasskeyRefused')
  const { id, publicKey, counter } = registrationInfo.credential
  return {
    id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: credential.response.transports,
    backedUp: registrationInfo.credentialBackedUp,
  }
}

/** Further data of the authenticator: its signature counter, and whether the passkey is synchronised. */
export interface PasskeyUse {
  counter: number
  backedUp: boolean
}

/** Below every counter: whatever an authenticator says is then above it. */
const UNCOUNTED = -1

/**
 * The counter of a synchronised passkey is noted and not judged: each of its copies may count for itself (WebAuthn §6.1.1).
 * @throws AppError PasskeyRefused for another origin, challenge, key or user, and for a counter that went back
 */
export async function verifyAssertion(
  party: RelyingParty,
  passkey: PasskeyRow,
  assertion: PasskeyAssertion,
  challenge: string,
): Promise<PasskeyUse> {
  refuseEmbedded(assertion)
  const { verifyAuthenticationResponse } = await library()
  const { userHandle, ...response } = assertion.response
  if (userHandle !== undefined && !Buffer.from(handleOf(passkey.userId)).equals(bytesOf(userHandle)))
    throw new AppError('PasskeyRefused')
  const { verified, authenticationInfo } = await refusing(() =>
    verifyAuthenticationResponse({
      response: { ...assertion, response: { ...response, ...(userHandle !== undefined && { userHandle }) } },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: passkey.id,
        publicKey: bytesOf(passkey.publicKey),
        counter: passkey.backedUp ? UNCOUNTED : passkey.counter,
      },
      requireUserVerification: true,
    }),
  )
  if (!verified) throw new AppError('PasskeyRefused')
  return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp }
}

/** The library throws plain errors for invalid input. */
async function refusing<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (cause) {
    throw new AppError('PasskeyRefused', undefined, undefined, { cause })
  }
}
