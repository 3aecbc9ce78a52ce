import type { PaymentInfo } from '@scanleaf/shared'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error'
import { showToast } from '../../ui/toasts'
import { type Order, QUOTES, usePay } from './api'
import type { FlowProps } from './flow'

export interface OrderPress {
  send: (order: Order) => void
  isPending: boolean
  /** Why it was refused, in words. */
  failure: string | null
}

/**
 * Sends what is bought and goes on with the answer: paid from the wallet, to the gateway's page, or to the dialog that
 * shows how to pay. The same order sent again is the same payment.
 */
export function useOrder({ onClose, onOpened }: Pick<FlowProps, 'onClose' | 'onOpened'>): OrderPress {
  const { t } = useTranslation('billing')
  const client = useQueryClient()
  const pay = usePay()
  const sent = useRef({ text: '', key: '' })

  function keyOf(order: Order): string {
    const text = JSON.stringify(order)
    if (sent.current.text !== text) sent.current = { text, key: crypto.randomUUID() }
    return sent.current.key
  }

  function goOn(payment: PaymentInfo, order: Order) {
    if (payment.paymentType === 'wallet') {
      showToast({ kind: 'success', title: t(order.kind === 'change' ? 'plan.changed' : 'paid') })
      onClose()
    } else if (payment.paymentType === 'bank-transfer' || payment.qrCodeUrl !== undefined) onOpened(payment)
    else window.location.assign(payment.payUrl)
  }

  return {
    send: (order) =>
      pay.mutate(
        { order, key: keyOf(order) },
        {
          onSuccess: (payment) => goOn(payment, order),
          onError: () => client.invalidateQueries({ queryKey: [QUOTES] }),
        },
      ),
    isPending: pay.isPending,
    failure: pay.error && refusalOf(pay.error, t('payment.fail'), t('payment.validate-payment-money')),
  }
}

/** Spec §8: the server's words, or that the payment failed; a wrong amount has a text of its own. */
function refusalOf(error: Error, failed: string, wrongAmount: string): string {
  if (!(error instanceof ApiError)) return failed
  const isAmount = [error.code, ...Object.values(error.fields)].includes('invalid-amount')
  return isAmount ? wrongAmount : (Object.values(error.errors)[0] ?? (error.message || failed))
}
