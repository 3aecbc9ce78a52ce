import { useDebouncedValue } from '@mantine/hooks'
import type { DomainPlace } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { domainPlaceQuery } from './api'

/** Debounce before a name is looked up. */
const LOOK_UP_DELAY_MS = 500

/** DNS records of a typed name; null while unknown, and without a name. */
export function useDomainPlace(name: string | null): DomainPlace | null {
  const [rested] = useDebouncedValue(name, LOOK_UP_DELAY_MS)
  const { data } = useQuery({
    ...domainPlaceQuery(rested ?? ''),
    enabled: rested !== null && rested === name,
  })
  return data && data.domain === name ? data : null
}
