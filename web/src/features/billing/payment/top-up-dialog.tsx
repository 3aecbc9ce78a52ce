import { isMonthOwed, type Subscription } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Button } from '../../../ui/button/button'
import { Dialog } from '../../../ui/dialog/dialog'
import { ErrorMessage } from '../../../ui/message/error-message'
import properties from '../../../ui/properties/properties.module.css'
import { SegmentedControl } from '../../../ui/segmented-control/segmented-control'
import { EqualPanels } from '../../../ui/tabs/equal-panels'
import { accountQuery } from '../api'
import { Money } from '../money'
import type { FlowProps } from './payment-flow'
import { QuoteTotal } from './quote-total'
import { TermChoice } from './term-choice'
import { payableAmount, TopUpFields } from './top-up-fields'
import { useCreatePayment } from './use-create-payment'
import { useQuote } from './use-quote'

export interface MoneyDialogProps extends FlowProps {
  subscription: Subscription
  /** Initial values. */
  start: 'topup' | 'debt'
}

/** The outstanding balance (typeOne), or any amount for the wallet (typeTwo): billing-spec §2.2, §4. */
export function TopUpDialog({ subscription, start, onFlow, onClose, onOpened }: MoneyDialogProps) {
  const { t } = useTranslation(['billing', 'common'])
  const language = useLanguage()
  const [kind, setKind] = useState(start)
  const [amountText, setAmountText] = useState('')
  const [isAmountRefused, setIsAmountRefused] = useState(false)
  const [payYear, setPayYear] = useState(false)
  const isDebt = kind === 'debt'
  const hasDebt = subscription.outstandingBalance > 0
  const quote = useQuote({ purpose: 'debt', payYear }, isDebt && hasDebt)
  const { send, isPending, failure } = useCreatePayment({ onClose, onOpened })

  function topUp() {
    const amount = payableAmount(amountText, language)
    if (amount === null) return setIsAmountRefused(true)
    onFlow({ name: 'method', bill: { kind: 'topup', amount } })
  }

  function payDebt() {
    if (!quote.current) return
    const { short } = quote.current
    if (short > 0) return onFlow({ name: 'method', bill: { kind: 'debt', amount: short, payYear } })
    send({ kind: 'payment', type: 'payment', paymentType: 'wallet', payYear, language })
  }

  const debt = (
    <div className="stack gap-7">
      {mayPayYear(subscription) && <TermChoice isYear={payYear} onChange={setPayYear} />}
      <QuoteTotal quote={quote} plan={subscription.planDetail.name} />
      {quote.shown?.short === 0 && <WalletShare />}
      <ErrorMessage text={failure ?? (quote.error && messageOf(quote.error, t('payment.fail')))} />
    </div>
  )
  const topUpFields = (
    <div className="stack gap-7">
      <TopUpFields
        text={amountText}
        isRefused={isAmountRefused}
        onText={(next) => {
          setAmountText(next)
          setIsAmountRefused(false)
        }}
      />
    </div>
  )

  return (
    <Dialog
      title={t(isDebt ? 'debt.title' : 'topup.title')}
      size={460}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          {isDebt ? (
            <Button loading={isPending} disabled={quote.current === undefined} onClick={payDebt}>
              {t(quote.shown?.short === 0 ? 'debt.pay-by-wallet' : 'go-on')}
            </Button>
          ) : (
            <Button onClick={topUp}>{t('go-on')}</Button>
          )}
        </>
      }
    >
      <form
        className="stack gap-7"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isDebt) topUp()
        }}
      >
        {hasDebt && (
          <SegmentedControl
            label={t('money.kind')}
            value={kind}
            onChange={setKind}
            options={[
              { value: 'debt', label: t('money.debt') },
              { value: 'topup', label: t('money.other') },
            ]}
          />
        )}
        <EqualPanels
          value={kind}
          panels={[
            ...(hasDebt ? [{ value: 'debt' as const, panel: debt }] : []),
            { value: 'topup' as const, panel: topUpFields },
          ]}
        />
      </form>
    </Dialog>
  )
}

const mayPayYear = ({ status, planDetail, packagePayment, outstandingBalance }: Subscription): boolean =>
  isMonthOwed({
    status,
    plan: { price: BigInt(planDetail.price), period: planDetail.period },
    packagePayment,
    debt: BigInt(outstandingBalance),
  })

/** The share of the wallet; the missing amount is in the total. */
function WalletShare() {
  const { t } = useTranslation('billing')
  const account = useQuery(accountQuery)
  if (!account.data) return null
  return (
    <dl className={`${properties.spread} small`}>
      <div>
        <dt>{t('debt.wallet')}</dt>
        <dd>
          <Money amount={account.data.currentBalance} />
        </dd>
      </div>
    </dl>
  )
}
