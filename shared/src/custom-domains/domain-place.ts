import * as z from 'zod'
import { Text } from '../wire'

/** Records that show what a name is used for. */
export const PLACE_RECORDS = ['A', 'AAAA', 'CNAME', 'MX', 'NS'] as const
export type PlaceRecordType = (typeof PLACE_RECORDS)[number]

/** GET qrcode/settings/domain: which name is asked about. */
export const DomainPlaceRequest = z.object({ domain: Text.trim().max(300, { error: 'too-long' }) })

/** The position of a name in its registered domain, and its current DNS records. */
export const DomainPlace = z.object({
  /** Lower-case ASCII. */
  domain: z.string(),
  /** The domain that was registered, as a DNS provider lists it. */
  registered: z.string(),
  /** The name below it, as DNS providers ask for it; `@` for the registered domain itself. */
  host: z.string(),
  records: z.array(z.object({ type: z.enum(PLACE_RECORDS), value: z.string() })),
  /** False when the DNS did not respond for every type. */
  isComplete: z.boolean(),
})
export type DomainPlace = z.infer<typeof DomainPlace>
