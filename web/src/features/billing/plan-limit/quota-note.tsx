import type { AddonCode } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n/i18n'
import { usageQuery } from '../api'
import styles from './quota-note.module.css'
import { quotaOf } from './quota-of'

/** How much of a quota is used, beside the button that uses it. */
export function QuotaNote({ addon }: { addon: AddonCode }) {
  const { t } = useTranslation('billing')
  const { data } = useQuery(usageQuery(useLanguage()))
  const used = data?.usage[addon] ?? 0
  const limit = data ? quotaOf(data.planDetail, addon) : 0
  return (
    // Its place is kept, so that nothing moves when the numbers come.
    <p className={`fine muted ${styles.quota}`} data-full={(data && used >= limit) || undefined}>
      {data && t('quota', { used, limit })}
    </p>
  )
}
