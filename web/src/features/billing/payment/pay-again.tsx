import type { PaymentInfo, Transaction } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { Button } from '../../../ui/button/button'
import { showToast } from '../../../ui/toast/toasts'
import { useReopenPayment } from '../api'
import { isPaidElsewhere } from './payment-flow'

export interface PayAgainProps {
  transaction: Transaction
  /** Shows how it is paid. */
  onPay: (payment: PaymentInfo) => void
}

/** Shows a pending payment again. One whose gateway has not answered with its page yet is opened there now. */
export function PayAgain({ transaction: { id, payment }, onPay }: PayAgainProps) {
  const { t } = useTranslation(['billing-history', 'billing'])
  const reopen = useReopenPayment()
  const onError = (error: Error) =>
    showToast({ kind: 'error', title: messageOf(error, t('billing:payment.fail')) })
  return (
    <Button
      size="sm"
      loading={reopen.isPending}
      onClick={() => (payment ? onPay(payment) : reopen.mutate(id, { onSuccess: onPay, onError }))}
    >
      {t(payment === null || isPaidElsewhere(payment) ? 'details.continue' : 'details.pay')}
    </Button>
  )
}
