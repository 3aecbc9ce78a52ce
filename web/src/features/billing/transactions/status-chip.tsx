import type { Transaction } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import styles from './transactions.module.css'
import { isUnpaid } from './unpaid'

/** A dot and a word: colour is never the only signal. */
export function StatusChip({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation('billing-history')
  const { status } = transaction
  return (
    <span className={`fine gap-3 ${styles.chip}`} data-status={status}>
      {t(isUnpaid(transaction) ? 'status.unpaid' : `status.${status}`)}
    </span>
  )
}
