import type { PaymentType } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Button } from '../../../ui/button/button'
import { Dialog } from '../../../ui/dialog/dialog'
import { ErrorMessage } from '../../../ui/message/error-message'
import { paymentMethodsQuery, paymentTypesQuery } from '../api'
import { Money } from '../money'
import { MethodChoice } from './method-choice'
import styles from './method-dialog.module.css'
import { type Bill, type FlowProps, fitOf } from './payment-flow'
import total from './quote-total.module.css'
import { useCreatePayment } from './use-create-payment'

/** Which way the money comes: a payment method must be chosen where the wallet does not pay (billing-spec §4). */
export function MethodDialog({ bill, onClose, onOpened }: FlowProps & { bill: Bill }) {
  const { t } = useTranslation(['billing', 'common'])
  const language = useLanguage()
  const first = useFirstMethod(bill)
  const [chosen, setChosen] = useState<PaymentType | null>(null)
  const type = chosen ?? first
  const { send, isPending, failure, isUnanswered, forget } = useCreatePayment({ onClose, onOpened })

  function pay() {
    if (type === null) return
    const payer = { paymentType: type, paymentMethod: type, language }
    if (bill.kind === 'topup') send({ kind: 'payment', type: 'payment', amount: bill.amount, ...payer })
    else send({ kind: 'payment', type: 'payment', payYear: bill.payYear, ...payer })
  }

  return (
    <Dialog
      title={t('method.title')}
      size={460}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button loading={isPending} disabled={type === null} onClick={pay}>
            {isUnanswered ? t('common:retry') : t('pay')}
          </Button>
        </>
      }
    >
      <div className={`stack ${styles.content}`}>
        <div className={total.total}>
          <div className={`row wrap ${total.due}`}>
            <span className={total.label}>{t('due')}</span>
            <Money amount={bill.amount} className={total.amount} />
          </div>
        </div>
        <MethodChoice
          value={type ?? 'bank-transfer'}
          bill={bill}
          onChange={(next) => {
            setChosen(next)
            forget()
          }}
        />
        <ErrorMessage text={failure} />
      </div>
    </Dialog>
  )
}

/** The default method of the account, if it takes the bill; null as long as none does. */
function useFirstMethod(bill: Bill): PaymentType | null {
  const types = useQuery(paymentTypesQuery(useLanguage()))
  const methods = useQuery(paymentMethodsQuery)
  const offered =
    types.data
      ?.filter((type) => type.code !== 'wallet' && fitOf(bill, type) !== 'out-of-range')
      .map(({ code }) => code) ?? []
  const defaults = methods.data?.filter(({ isDefault }) => isDefault).map(({ code }) => code) ?? []
  return offered.find((code) => defaults.includes(code)) ?? offered[0] ?? null
}
