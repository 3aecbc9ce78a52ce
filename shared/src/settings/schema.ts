import { z } from 'zod'
import { Text } from '../wire'

/** A domain of one's own: for the links of QR codes, and for the business cards of the sister service. */
export const DOMAIN_KINDS = ['qrcode', 'ninecard'] as const
export type DomainKind = (typeof DOMAIN_KINDS)[number]

/** GET and PATCH qrcode/settings (spec/billing.md §3). */
export const Settings = z.object({
  /** Lower-case ASCII without `https://`; empty while the product's own host is used. */
  qrcodeDomain: z.string(),
  qrcodeDomainEnabled: z.boolean(),
  qrcodeDomainVerified: z.boolean(),
  ninecardDomain: z.string(),
  ninecardDomainEnabled: z.boolean(),
  ninecardDomainVerified: z.boolean(),
  /** What the owner's DNS has to say; null while this host has no address for domains of others. */
  guidance: z
    .object({
      /** IPv4 of the A record. */
      address: z.string(),
      qrcodeProof: z.string(),
      ninecardProof: z.string(),
    })
    .nullable(),
})
export type Settings = z.infer<typeof Settings>

const Domain = Text.trim().max(300, { error: 'too-long' })
const Enabled = z.union([z.boolean(), z.stringbool()])

/** PATCH qrcode/settings: each pair on its own or both; a domain that is empty is given up. */
export const ChangeSettings = z.object({
  qrcodeDomain: Domain.optional(),
  qrcodeDomainEnabled: Enabled.optional(),
  ninecardDomain: Domain.optional(),
  ninecardDomainEnabled: Enabled.optional(),
})
export type ChangeSettings = z.output<typeof ChangeSettings>
