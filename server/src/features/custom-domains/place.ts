import { type DomainPlace, PLACE_RECORDS } from '@scanleaf/shared'
import { getDomain } from 'tldts'
import { AppError } from '../../platform/app-error'
import { type CustomDomainsContext, requireDomain } from './custom-domains'

/** More of one type tell a person nothing new. */
const MAX_OF_TYPE = 5
/** An MX record for a domain that takes no mail (RFC 7505). */
const NULL_MX = ''

/**
 * GET qrcode/settings/domain: the records of a name that may be in use already, before its owner points it at us.
 * @throws AppError NotFound where no domains are taken; ValidationError for what cannot be a domain of somebody else
 */
export async function placeOf(
  { config, readPlace }: CustomDomainsContext,
  typed: string,
): Promise<DomainPlace> {
  if (config.domainAddress === null) throw new AppError('NotFound')
  const domain = requireDomain('domain', typed, config)
  const registered = getDomain(domain, { allowPrivateDomains: true }) ?? domain
  const found = await readPlace(domain)
  const records = PLACE_RECORDS.flatMap((type) => {
    const ofType = found[type]
    if (typeof ofType === 'string') return []
    const values = ofType.found.filter((value) => type !== 'MX' || value !== NULL_MX)
    return values.slice(0, MAX_OF_TYPE).map((value) => ({ type, value }))
  })
  return {
    domain,
    registered,
    host: domain === registered ? '@' : domain.slice(0, -registered.length - 1),
    records,
    isComplete: PLACE_RECORDS.every((type) => found[type] !== 'unanswered'),
  }
}
