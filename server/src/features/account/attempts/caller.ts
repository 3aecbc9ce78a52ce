import { createHash } from 'node:crypto'
import { identityKey, type Language, matchAcceptLanguage } from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import type { CountryOf } from '../../../platform/country'
import { callerOf } from '../../../platform/http/client-address'
import { agentOf } from '../../../platform/http/user-agent'
import { PLACE_PREFIX } from '../repository'
import type { Opening } from '../sessions/sessions'

/** Where a sign-in comes from. */
export interface Caller {
  address: string
  userAgent: string
  /** As the browser sends it; null when it is none of our languages. */
  language: Language | null
}

export const callerOfRequest = ({ ip, headers }: FastifyRequest): Caller => ({
  address: ip,
  userAgent: headers['user-agent'] ?? '',
  language: matchAcceptLanguage(headers['accept-language']),
})

/** The code of an authenticator app, or a recovery code, as typed. */
export const otpOf = ({ headers }: FastifyRequest): string | undefined => {
  const given = headers['x-otp']
  return Array.isArray(given) ? given.join() : given
}

/** The name of a network in the database: from where one user signs in. */
export const deviceOf = (username: string, { address }: Caller): string =>
  createHash('sha256')
    .update(`${identityKey(username)}\n${callerOf(address)}`)
    .digest('base64url')

/**
 * The name of a device as its user knows it: browser, system and country. A phone changes its network many times a day.
 */
export const placeKeyOf = (userId: string, { label, country }: Pick<Opening, 'label' | 'country'>): string =>
  PLACE_PREFIX + createHash('sha256').update(`${userId}\n${label}\n${country}`).digest('base64url')

/** Its description in the list of sessions. @example { label: 'Chrome · Windows', country: 'VN' } */
export function placeOf(
  { address, userAgent }: Caller,
  countryOf: CountryOf,
): Pick<Opening, 'label' | 'country'> {
  const { browser, system } = agentOf(userAgent)
  return {
    label: [browser, system].filter((name) => name !== '').join(' · '),
    country: countryOf(address) ?? '',
  }
}
