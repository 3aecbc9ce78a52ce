import { isFreePlan, type PaymentType, type Plan, type Subscription } from '@scanleaf/shared'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Button } from '../../../ui/button/button'
import { Dialog } from '../../../ui/dialog/dialog'
import { ErrorMessage } from '../../../ui/message/error-message'
import { MethodChoice } from '../payment/method-choice'
import { type FlowProps, keepsYear, mayBeYear } from '../payment/payment-flow'
import { QuoteTotal } from '../payment/quote-total'
import { TermChoice } from '../payment/term-choice'
import { useCreatePayment } from '../payment/use-create-payment'
import { useQuote } from '../payment/use-quote'

export interface PlanPaymentDialogProps extends FlowProps {
  plan: Plan
  subscription: Subscription
}

/** Month or year, and how the plan is paid: by bank transfer, or by a wallet that covers it (billing-spec §2.2, §4). */
export function PlanPaymentDialog({ plan, subscription, onClose, onOpened }: PlanPaymentDialogProps) {
  const { t } = useTranslation('billing')
  const language = useLanguage()
  const [payYear, setPayYear] = useState(keepsYear(subscription, plan))
  const [type, setType] = useState<PaymentType>('bank-transfer')
  const [isRefused, setIsRefused] = useState(false)
  const quote = useQuote({ purpose: 'plan_change', plan: plan.code, payYear })
  const { send, isPending, failure } = useCreatePayment({ onClose, onOpened })
  const isCovered = quote.shown?.short === 0
  // A plan that is paid for keeps its term (payments §9).
  const hasTerms = isFreePlan(subscription.plan) && mayBeYear(plan)

  function pay() {
    if (!quote.current) return
    if (!isCovered && type !== 'bank-transfer') return setIsRefused(true)
    const paymentType = isCovered ? 'wallet' : type
    send({
      kind: 'change',
      plan: plan.code,
      quoteId: quote.current.id,
      paymentType,
      paymentMethod: paymentType,
      payYear,
      language,
    })
  }

  return (
    <Dialog
      title={t('plan-payment.title', { plan: plan.name })}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('upgrade.later')}
          </Button>
          <Button loading={isPending} disabled={quote.current === undefined} onClick={pay}>
            {t('pay')}
          </Button>
        </>
      }
    >
      <div className="stack gap-8">
        {hasTerms && <TermChoice isYear={payYear} onChange={setPayYear} />}
        <QuoteTotal quote={quote} plan={plan.name} />
        <MethodChoice
          value={isCovered ? 'wallet' : type}
          isCovered={isCovered}
          onChange={(next) => {
            setType(next)
            setIsRefused(false)
          }}
        />
        <ErrorMessage
          text={
            (isRefused ? t('only-bank-transfer') : failure) ??
            (quote.error && messageOf(quote.error, t('payment.fail')))
          }
        />
      </div>
    </Dialog>
  )
}
