import { defineContentType } from '../content-type'
import { storedHref, validateWebsite } from '../website'

/** Hosts of the sites that take reviews, each with its subdomains. */
const HOSTS = {
  Google: /^(?:g\.page|maps\.app\.goo\.gl|search\.google\.com)$/,
  TripAdvisor: /(?:^|\.)tripadvisor\.(?:com(?:\.\w\w)?|co\.\w\w|\w\w)$/,
  Foody: /(?:^|\.)foody\.vn$/,
  Facebook: /(?:^|\.)(?:facebook\.com|fb\.com)$/,
} as const

const GOOGLE = 'https://search.google.com/local/writereview?placeid='
/** Google gives no form; what it has given out are letters, digits, hyphens and underscores. */
const PLACE_ID = /^[\w-]{20,300}$/

const hostOf = (address: string): string => {
  try {
    return validateWebsite(address) === null ? new URL(address).hostname.replace(/^www\./, '') : ''
  } catch {
    return ''
  }
}

/** The place of a link to Google's form, or null. */
function placeOf(link: string): string | null {
  if (hostOf(link) !== 'search.google.com') return null
  const { pathname, searchParams } = new URL(link)
  return pathname === '/local/writereview' ? searchParams.get('placeid') : null
}

/** The page where a guest writes a review. There is no choice by stars before it, which Google forbids. */
export const review = defineContentType({
  name: 'Review',
  fields: [
    { name: 'service', label: 'reviewSite', kind: 'choice', isRequired: false, choices: Object.keys(HOSTS) },
    {
      name: 'placeId',
      kind: 'line',
      isRequired: true,
      applies: ({ service, url }) => service === 'Google' && url === '',
      rule: (id) => (PLACE_ID.test(id) ? null : 'place-id'),
    },
    {
      name: 'url',
      label: 'reviewLink',
      kind: 'url',
      isRequired: true,
      applies: ({ service, placeId }) =>
        typeof service === 'string' && (service !== 'Google' || placeId === ''),
    },
  ],
  settle({ service, placeId, url }) {
    const place = service === 'Google' ? placeOf(url) : null
    return place === null || placeId !== '' ? {} : { placeId: place, url: '' }
  },
  checkTogether({ service, url }): { url?: 'review-host' } {
    const hosts = HOSTS[service as keyof typeof HOSTS]
    return url === '' || hosts.test(hostOf(url)) ? {} : { url: 'review-host' }
  },
  encode: ({ placeId, url }) => (placeId === '' ? storedHref(url) : GOOGLE + encodeURIComponent(placeId)),
  parse(payload) {
    const host = hostOf(payload)
    const placeId = placeOf(payload)
    if (placeId !== null) return PLACE_ID.test(placeId) ? { service: 'Google', placeId } : null
    const service = Object.entries(HOSTS).find(([, hosts]) => host !== '' && hosts.test(host))?.[0]
    return service === undefined ? null : { service, url: storedHref(payload) }
  },
})
