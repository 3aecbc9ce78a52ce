import { zoneName } from '../../../lib/format/zone-name'

/** Names of the IANA database that this browser knows, as their people write them. */
export const ZONES: readonly string[] = [
  ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(zoneName)]),
]
