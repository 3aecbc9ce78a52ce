import type { PaymentInfo, Transaction } from '@scanleaf/shared'
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n/i18n'
import { CopyButton } from '../../../ui/button/copy-button'
import { openPaymentsQuery, openTransactionQuery } from '../api'
import { Money } from '../money'
import { PayAgain } from './pay-again'
import styles from './pending-payments.module.css'
import { CancelPayment } from './qr-payment/cancel-payment'
import { timeLeft } from './time-left'
import { usePaymentArrival } from './use-payment-arrival'

export interface PendingPaymentsProps {
  /** Reference of the payment whose dialog is open: that dialog follows it. */
  shown: string | undefined
  /** Shows again how a payment is paid. */
  onPay: (payment: PaymentInfo) => void
}

/** Each payment that is waited for stays in sight until its money has come, it expires or is cancelled. */
export function PendingPayments({ shown, onPay }: PendingPaymentsProps) {
  const { data = [] } = useQuery(openPaymentsQuery)
  return data.map((transaction) => (
    <PendingPayment
      key={transaction.id}
      listed={transaction}
      isFollowed={transaction.id !== shown}
      onPay={onPay}
    />
  ))
}

interface PendingPaymentProps {
  listed: Transaction
  isFollowed: boolean
  onPay: (payment: PaymentInfo) => void
}

function PendingPayment({ listed, isFollowed, onPay }: PendingPaymentProps) {
  const { t } = useTranslation('billing')
  const { data, dataUpdatedAt } = useQuery({
    ...openTransactionQuery(listed.id),
    initialData: listed,
    enabled: isFollowed,
  })
  usePaymentArrival(listed.id, isFollowed ? data.status : undefined)
  if (data.status !== 'pending') return null
  const { id, type, asked, paid, payment } = data
  const isTransfer = data.paymentTypeDetail.code === 'bank-transfer'
  const title = t(isTransfer ? 'waiting.transfer' : 'return.pending')
  return (
    <section className={`gap-6 ${styles.card}`} aria-label={title}>
      <IconClock className={styles.sign} size={22} stroke={1.7} aria-hidden />
      <div className={`fill ${styles.words}`}>
        <h2>{title}</h2>
        <p className={`row wrap small ${styles.line}`}>
          <Money amount={Math.max(0, asked - paid)} className={styles.amount} />
          <span className={`gap-3 ${styles.reference}`}>
            <span>{t('transfer.id')}</span>
            <bdi dir="ltr">{id}</bdi>
            <CopyButton value={id} size={32} />
          </span>
          {payment && payment.paymentType !== 'wallet' && (
            <TimeLeft until={payment.expiresAt} now={dataUpdatedAt} />
          )}
        </p>
        <p className={`small ${styles.next}`}>
          {t(type === 'plan_change' || type === 'debt' ? `waiting.next.${type}` : 'waiting.next.topup')}{' '}
          {isTransfer && t('waiting.time')}
        </p>
      </div>
      <div className={`row wrap gap-4 ${styles.actions}`}>
        <CancelPayment id={id} size="sm" />
        <PayAgain transaction={data} onPay={onPay} />
      </div>
    </section>
  )
}

/** @param now in ms: when the server was last asked */
function TimeLeft({ until, now }: { until: string; now: number }) {
  const { t } = useTranslation('billing')
  const left = timeLeft(Date.parse(until) - now, useLanguage())
  if (left === null) return null
  return (
    <span>
      {t('momo.left')} <b>{left}</b>
    </span>
  )
}
