import { formatNumber } from '@scanleaf/shared'
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n/i18n'
import { buttonClass } from '../../ui/button/button'
import { ScanTrend } from './row-sparkline'
import styles from './scan-summary.module.css'
import { useLiveTotal } from './use-live-total'

export interface ScanSummaryProps {
  codeId: string
  /** The scans of all time that are known so far; the live count replaces it. */
  count: number
}

/** The one number of a code in its popup, which counts on while it is open, and the way to its statistics. */
export function ScanSummary({ codeId, count }: ScanSummaryProps) {
  const { t } = useTranslation('scans')
  const language = useLanguage()
  const live = useLiveTotal(codeId)
  return (
    <div className={`row wrap ${styles.summary}`}>
      <div className={styles.count}>
        <span>{t('scans')}</span>
        <b>{formatNumber(live ?? count, language)}</b>
      </div>
      <ScanTrend codeId={codeId} codeIds={[codeId]} />
      <Link
        to="/dynamic-codes/$id/scans"
        params={{ id: codeId }}
        className={`${buttonClass({ variant: 'default', size: 'sm' })} ${styles.all}`}
      >
        <IconChartBar size={16} stroke={1.7} aria-hidden />
        {t('view-statistics')}
      </Link>
    </div>
  )
}
