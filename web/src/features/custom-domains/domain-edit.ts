import { cleanWebsite } from '@scanleaf/qr'
import { DOMAIN_KINDS, type DomainKind, type DomainSettings, domainOf } from '@scanleaf/shared'

/** One of the two domains as it is on screen. */
export interface DomainEdit {
  domain: string
  enabled: boolean
}

export type Edits = Record<DomainKind, DomainEdit>

export const editsOf = (settings: DomainSettings): Edits => ({
  qrcode: { domain: settings.qrcodeDomain, enabled: settings.qrcodeDomainEnabled },
  ninecard: { domain: settings.ninecardDomain, enabled: settings.ninecardDomainEnabled },
})

/** As the server stores it; an invalid domain stays as typed, and the server reports it. */
const keptAs = (typed: string): string => domainOf(typed) ?? cleanWebsite(typed)

/** The kinds that differ from the stored ones. A switch without a domain has no effect. */
export function changedKinds(edits: Edits, settings: DomainSettings): DomainKind[] {
  const stored = editsOf(settings)
  return DOMAIN_KINDS.filter((kind) => {
    const { domain, enabled } = edits[kind]
    if (keptAs(domain) !== stored[kind].domain) return true
    return domain !== '' && enabled !== stored[kind].enabled
  })
}

/** The pair of fields of a kind, as the calls take it. */
export const pairOf = (kind: DomainKind, { domain, enabled }: DomainEdit) => ({
  [`${kind}Domain`]: cleanWebsite(domain),
  [`${kind}DomainEnabled`]: enabled,
})

/** Domains whose codes would stop working: served until now, and not served any more. */
export function endedDomains(edits: Edits, settings: DomainSettings): string[] {
  return changedKinds(edits, settings).flatMap((kind) => {
    const { domain, enabled } = editsOf(settings)[kind]
    const wasServed = domain !== '' && enabled && settings[`${kind}DomainVerified`]
    const stays = keptAs(edits[kind].domain) === domain && edits[kind].enabled
    return wasServed && !stays ? [domain] : []
  })
}
