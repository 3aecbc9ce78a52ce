import { useQuery } from '@tanstack/react-query'
import { Sparkline } from '../../ui/sparkline/sparkline'
import { sparklinesQuery } from './api'

export interface ScanTrendProps {
  codeId: string
  /** All codes on screen, so that their metrics come in one call. */
  codeIds: readonly string[]
}

/** The last 14 days of a code beside its count; nothing while it was not scanned, or cannot be read. */
export function ScanTrend({ codeId, codeIds }: ScanTrendProps) {
  const { data } = useQuery(sparklinesQuery(codeIds))
  const values = data?.[codeId]
  return values?.some((scans) => scans > 0) ? <Sparkline values={values} /> : null
}
