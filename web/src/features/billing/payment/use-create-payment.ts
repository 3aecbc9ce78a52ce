import type { PaymentInfo, PaymentType } from '@scanleaf/shared'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api/api-error'
import { randomId } from '../../../lib/random-id'
import { showToast } from '../../../ui/toast/toasts'
import { type Order, QUOTES, usePay } from '../api'
import { type FlowProps, isPaidElsewhere } from './payment-flow'

export interface SubmitKey {
  send: (order: Order) => void
  isPending: boolean
  /** Why it was refused, in words. */
  failure: string | null
  /** Nobody knows what became of it: sent again it is still one payment. */
  isUnanswered: boolean
  /** Takes the refusal from the screen. */
  forget: () => void
}

/**
 * Creates the payment and continues by the response: paid from the wallet, to the gateway's page, or to the dialog that
 * shows how to pay. The same order sent again is the same payment.
 */
export function useCreatePayment({ onClose, onOpened }: Pick<FlowProps, 'onClose' | 'onOpened'>): SubmitKey {
  const { t } = useTranslation('billing')
  const client = useQueryClient()
  const pay = usePay()
  const sent = useRef(NOTHING_SENT)

  function keyOf(order: Order): string {
    const text = JSON.stringify(order)
    if (sent.current.text !== text) sent.current = { text, key: randomId() }
    return sent.current.key
  }

  function goOn(payment: PaymentInfo, order: Order) {
    if (payment.paymentType === 'wallet') {
      showToast({ kind: 'success', title: t(order.kind === 'change' ? 'plan.changed' : 'paid') })
      onClose()
    } else if (isPaidElsewhere(payment)) window.location.assign(payment.payUrl)
    else onOpened(payment)
  }

  return {
    send: (order) =>
      pay.mutate(
        { order, key: keyOf(order) },
        {
          onSuccess: (payment) => goOn(payment, order),
          onError: (error) => {
            if (hasEnded(error)) sent.current = NOTHING_SENT
            return client.invalidateQueries({ queryKey: [QUOTES] })
          },
        },
      ),
    isPending: pay.isPending,
    failure: pay.error && pay.variables ? refusalOf(t, pay.error, pay.variables.order.paymentType) : null,
    isUnanswered: pay.error instanceof ApiError && pay.error.code === 'UpstreamTimeout',
    forget: pay.reset,
  }
}

const NOTHING_SENT = { text: '', key: '' }

/** The payment of this press came to nothing: the next press is another one. */
const hasEnded = (error: Error): boolean =>
  error instanceof ApiError && (error.code === 'UpstreamFailed' || error.code === 'Conflict')

/** Spec §8: the server's words, or that the payment failed; a wrong amount has a text of its own. */
function refusalOf(t: TFunction<'billing'>, error: Error, type: PaymentType): string {
  if (!(error instanceof ApiError)) return t('payment.fail')
  const method = t(`method.${type}`)
  if (error.code === 'UpstreamTimeout') return t('payment.unanswered', { method })
  if (error.code === 'UpstreamFailed') return t('payment.refused', { method })
  const isAmount = [error.code, ...Object.values(error.fields)].includes('invalid-amount')
  if (isAmount) return t('payment.validate-payment-money')
  return Object.values(error.errors)[0] ?? (error.message || t('payment.fail'))
}
