import { EmailAddress, PersonName } from '@scanleaf/shared'
import * as z from 'zod'
import type { OidcProvider } from '../../../platform/config/oidc-config'
import { SignInFailure } from './failure'

/** Who signed in at a provider, as it says. */
export interface ProvenIdentity {
  /** As `new URL` writes it. */
  issuer: string
  subject: string
  /** Empty when the provider says none that we could write to. */
  email: string
  isEmailVerified: boolean
  /** Domain of the organisation that vouches for the address; empty for none. */
  domain: string
  firstName: string
  lastName: string
  /** Seconds since 1970; null when the provider does not say when its user last proved who they are. */
  authenticatedAt: number | null
}

/** How far the clocks of two machines may be apart. */
export const CLOCK_TOLERANCE_SECONDS = 60

/**
 * What the standard asks of an ID token and the library leaves to us (OpenID Connect Core 1.0 §3.1.3.7): the party that it
 * was issued to is this client whenever it names one, not only among several audiences, and it was not issued in a time
 * to come.
 * @param claims of a token whose signature, issuer, audience and end are verified
 * @throws SignInFailure
 */
export function judgeIdToken(
  claims: Record<string, unknown>,
  { clientId }: Pick<OidcProvider, 'clientId'>,
): void {
  const { azp, iat } = claims
  if (azp !== undefined && azp !== clientId)
    throw new SignInFailure('refused', 'the ID token was issued to another client (azp)')
  if (typeof iat !== 'number' || iat > Date.now() / 1000 + CLOCK_TOLERANCE_SECONDS)
    throw new SignInFailure('clock', 'the ID token was issued in the future (iat)')
}

/** Only ASCII, and no longer (OpenID Connect Core 1.0 §2). */
export const Subject = z.string().regex(/^[\x20-\x7e]{1,255}$/)
const GOOGLE = 'https://accounts.google.com/'

/**
 * What is used of the claims of a provider (OpenID Connect Core 1.0 §2 and §5.1). Nothing of them is trusted to be of a
 * shape. Null when they say no subject.
 */
export function identityOf(
  provider: Pick<OidcProvider, 'issuer' | 'domains' | 'emailsAreVerified'>,
  claims: Record<string, unknown>,
): ProvenIdentity | null {
  const { issuer } = provider
  const subject = Subject.safeParse(claims['sub']).data
  if (subject === undefined) return null
  const email = EmailAddress.safeParse(claims['email']).data ?? ''
  const domain = domainOf(issuer, email, claims['hd'])
  return {
    issuer,
    subject,
    email,
    isEmailVerified: email !== '' && isVerified(provider, claims['email_verified'], domain),
    domain,
    ...nameOf(claims),
    authenticatedAt: typeof claims['auth_time'] === 'number' ? claims['auth_time'] : null,
  }
}

/**
 * Some providers write it as a text, and some never say it. For the latter the operator may, of addresses of the
 * provider's own domains alone; a provider that says something else is believed.
 */
function isVerified(
  { domains, emailsAreVerified }: Pick<OidcProvider, 'domains' | 'emailsAreVerified'>,
  said: unknown,
  domain: string,
): boolean {
  if (said === undefined || said === null) return emailsAreVerified && domains.includes(domain)
  return said === true || said === 'true'
}

/**
 * The claims of an ID token and of a userinfo response. An address counts as verified only by the document that names it:
 * `email_verified` of one says nothing about an `email` of the other (OpenID Connect Core 1.0 §5.1 and §5.3.2).
 */
export function mergedClaims(
  idToken: Record<string, unknown>,
  userInfo: Record<string, unknown>,
): Record<string, unknown> {
  const { email, email_verified } = idToken['email'] === undefined ? userInfo : idToken
  return { ...userInfo, ...idToken, email, email_verified }
}

/**
 * Anybody can make a Google account with an address of any domain; only `hd` says that the domain manages it. So at
 * Google an address counts for its domain with `hd`, or when it is Google's own.
 */
function domainOf(issuer: string, email: string, hd: unknown): string {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (issuer !== GOOGLE || domain === 'gmail.com') return domain
  return typeof hd === 'string' && hd.toLowerCase() === domain ? domain : ''
}

/** A name in one piece is not taken apart: where it divides differs by language. */
function nameOf(claims: Record<string, unknown>): Pick<ProvenIdentity, 'firstName' | 'lastName'> {
  const given = personName(claims['given_name'])
  const family = personName(claims['family_name'])
  if (given !== '') return { firstName: given, lastName: family }
  return { firstName: personName(claims['name']) || family, lastName: '' }
}

const MAX_NAME_LENGTH = 100

function personName(claim: unknown): string {
  const letters = typeof claim === 'string' ? [...claim.slice(0, MAX_NAME_LENGTH)] : []
  // The cut may have gone through a letter of two units.
  return PersonName.safeParse(letters.filter((letter) => letter.isWellFormed()).join('')).data ?? ''
}
