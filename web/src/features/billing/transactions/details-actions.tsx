import type { PaymentInfo, Transaction } from '@scanleaf/shared'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '../../../ui/button/button'
import { PayAgain } from '../payment/pay-again'
import { CancelPayment } from '../payment/qr-payment/cancel-payment'
import styles from './transaction-details.module.css'
import { isUnpaid } from './unpaid'

export interface DetailsActionsProps {
  /** Shows again how a pending payment is paid. */
  onPay?: (payment: PaymentInfo) => void
  /** Opens the payment of the outstanding balance. */
  onPayDebt?: () => void
}

/** Links to the invoice, and to a pending payment or one of the outstanding balance. */
export function DetailsActions({
  transaction,
  onPay,
  onPayDebt,
}: DetailsActionsProps & { transaction: Transaction }) {
  const { t } = useTranslation(['billing-history', 'billing'])
  const { id, invoice, invoiceId, status } = transaction
  const isToPay = isUnpaid(transaction)
  const isWaiting = status === 'pending' && !isToPay && transaction.type !== 'refund'
  if (!isToPay && !isWaiting && invoiceId === null) return null
  return (
    <div className={`wrap gap-4 ${styles.actions}`}>
      {invoiceId !== null && (
        <Link
          to="/payment/invoices/$id"
          params={{ id: invoiceId }}
          className={buttonClass({ variant: 'default', size: 'sm' })}
        >
          {t('details.invoice', { number: invoice ?? '' })}
        </Link>
      )}
      {isToPay && onPayDebt && (
        <Button size="sm" onClick={onPayDebt}>
          {t('billing:pay')}
        </Button>
      )}
      {isWaiting && <CancelPayment id={id} size="sm" />}
      {isWaiting && onPay && <PayAgain transaction={transaction} onPay={onPay} />}
    </div>
  )
}
