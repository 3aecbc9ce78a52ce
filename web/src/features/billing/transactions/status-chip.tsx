import type { Transaction } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import styles from './transactions.module.css'

/** A dot and a word: colour never speaks alone. */
export function StatusChip({ status }: { status: Transaction['status'] }) {
  const { t } = useTranslation('billing-history')
  return (
    <span className={styles.chip} data-status={status}>
      {t(`status.${status}`)}
    </span>
  )
}
