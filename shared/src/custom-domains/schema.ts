import * as z from 'zod'
import { Line } from '../wire'

/** Why a verified domain was lost: its records were missing for days, or another account verified it. */
export const DOMAIN_LOSSES = ['records', 'holder'] as const

/** Problems of a domain that codes are printed with: its records are missing, or it was lost. */
export const DomainProblem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('missing'), since: z.iso.datetime(), endsAt: z.iso.datetime() }),
  z.object({ kind: z.enum(DOMAIN_LOSSES), at: z.iso.datetime() }),
])
export type DomainProblem = z.infer<typeof DomainProblem>

/** GET and PATCH qrcode/settings (billing-spec §3). */
export const DomainSettings = z.object({
  /** Lower-case ASCII without `https://`; empty while the product's own host is used. */
  qrcodeDomain: z.string(),
  qrcodeDomainEnabled: z.boolean(),
  qrcodeDomainVerified: z.boolean(),
  qrcodeDomainTrouble: DomainProblem.nullable(),
  ninecardDomain: z.string(),
  ninecardDomainEnabled: z.boolean(),
  ninecardDomainVerified: z.boolean(),
  ninecardDomainTrouble: DomainProblem.nullable(),
  /** The required DNS records; null while this host has no address for custom domains. */
  guidance: z
    .object({
      /** IPv4 of the A record. */
      address: z.string(),
      qrcodeProof: z.string(),
      ninecardProof: z.string(),
    })
    .nullable(),
})
export type DomainSettings = z.infer<typeof DomainSettings>

const Domain = Line.max(300, { error: 'too-long' })
const Enabled = z.union([z.boolean(), z.stringbool()])

/** PATCH qrcode/settings: each pair on its own or both; an empty domain is removed. */
export const ChangeSettings = z.object({
  qrcodeDomain: Domain.optional(),
  qrcodeDomainEnabled: Enabled.optional(),
  ninecardDomain: Domain.optional(),
  ninecardDomainEnabled: Enabled.optional(),
  /** Although designs of codes may not scan with the new links. */
  scanAnyway: Enabled.optional(),
})
export type ChangeSettings = z.output<typeof ChangeSettings>
