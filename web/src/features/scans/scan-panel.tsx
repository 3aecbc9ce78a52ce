import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../ui/button/button'
import { LoadError } from '../../ui/state/load-error'
import { scansQuery } from './api'
import { ChartCard } from './chart-card'
import { shownRange } from './range'
import styles from './scans.module.css'
import { Figures } from './totals'
import { useLiveTotal } from './use-live-total'

/** The last 30 days of a code, for its popup, and the way to all of it. */
export function ScanPanel({ codeId }: { codeId: string }) {
  const { t } = useTranslation('scans')
  const { from, to, unit } = shownRange({})
  const scans = useQuery(scansQuery(codeId, { from, to, unit }))
  // The table of the days is drawn in turns.
  const data = useDeferredValue(scans.data, undefined)
  // Its notifications refetch the metrics while the popup is open.
  useLiveTotal(codeId, scans)
  if (scans.isError && !scans.data) {
    return <LoadError title={t('load-error')} onRetry={() => scans.refetch()} />
  }
  if (!data) return <i className={styles.bone} style={{ height: 300 }} />
  return (
    <div className={styles.panel}>
      <h3>{t('panel.title')}</h3>
      <Figures scans={data} />
      <ChartCard scans={data} height={180} />
      <Link
        to="/dynamic-codes/$id/scans"
        params={{ id: codeId }}
        className={buttonClass({ variant: 'default', size: 'sm' })}
      >
        <IconChartBar size={16} stroke={1.7} aria-hidden />
        {t('panel.all')}
      </Link>
    </div>
  )
}
