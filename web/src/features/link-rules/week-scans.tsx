import { formatNumber } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n/i18n'
import styles from './card.module.css'

/** How many scans a rule has led in the last seven days. */
export function WeekScans({ scans }: { scans: number }) {
  const { t } = useTranslation('link-rules')
  const language = useLanguage()
  return (
    <span className={`fine muted ${styles.week}`}>
      <b>{formatNumber(scans, language)}</b>
      {t('week-scans')}
    </span>
  )
}
