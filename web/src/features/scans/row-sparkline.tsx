import { useQuery } from '@tanstack/react-query'
import { Sparkline } from '../../ui/sparkline/sparkline'
import { sparklinesQuery } from './api'

export interface ScanTrendProps {
  codeId: string
  /** All codes on screen, so that their metrics come in one call. */
  codeIds: readonly string[]
}

/** The last 14 days of a code, on one scale with the codes beside it; nothing while it was not scanned, or cannot be read. */
export function ScanTrend({ codeId, codeIds }: ScanTrendProps) {
  const { data } = useQuery(sparklinesQuery(codeIds))
  const values = data?.[codeId]
  if (!data || !values?.some((scans) => scans > 0)) return null
  return <Sparkline values={values} max={Math.max(...Object.values(data).flat())} />
}
