import type { PaymentInfo, Transaction } from '@scanleaf/shared'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '../../../ui/button'
import { isPaidElsewhere } from '../flow'
import styles from './transaction-details.module.css'

/** On to the invoice, and to the payment that is still waited for. */
export function DetailsActions({
  transaction,
  onPay,
}: {
  transaction: Transaction
  onPay?: (payment: PaymentInfo) => void
}) {
  const { t } = useTranslation('billing-history')
  const { invoice, invoiceId, payment, status } = transaction
  const canPay = status === 'pending' && payment !== null && onPay !== undefined
  if (!canPay && invoiceId === null) return null
  return (
    <div className={styles.actions}>
      {invoiceId !== null && (
        <Link
          to="/payment/invoices/$id"
          params={{ id: invoiceId }}
          className={buttonClass({ variant: 'default', size: 'sm' })}
        >
          {t('details.invoice', { number: invoice ?? '' })}
        </Link>
      )}
      {canPay && (
        <Button size="sm" onClick={() => onPay(payment)}>
          {t(isPaidElsewhere(payment) ? 'details.continue' : 'details.pay')}
        </Button>
      )}
    </div>
  )
}
