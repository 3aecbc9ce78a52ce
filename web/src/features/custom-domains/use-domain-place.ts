import { useDebouncedValue } from '@mantine/hooks'
import type { DomainPlace } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { domainPlaceQuery } from './api'

/** A name is looked up once nobody has typed for so long. */
const LOOK_UP_DELAY_MS = 500

/** Where a typed name stands in the DNS; null while that is not known, and for no name. */
export function useDomainPlace(name: string | null): DomainPlace | null {
  const [rested] = useDebouncedValue(name, LOOK_UP_DELAY_MS)
  const { data } = useQuery({
    ...domainPlaceQuery(rested ?? ''),
    enabled: rested !== null && rested === name,
  })
  return data && data.domain === name ? data : null
}
