import { PAYMENT_TABS, type PaymentInfo, type Transaction } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n/i18n'
import { Card } from '../../ui/card/card'
import { ListSkeleton } from '../../ui/list/list-skeleton'
import { HelpLink } from '../../ui/page/help-link'
import { PageHeader } from '../../ui/page/page-header'
import { TabLinks } from '../../ui/tabs/tab-links'
import styles from '../../ui/tabs/tabs.module.css'
import { openTransactionQuery, subscriptionQuery } from './api'
import { BalanceHeader } from './dashboard/balance-header'
import { Dashboard } from './dashboard/dashboard'
import { type Flow, flowAgain, isPaidElsewhere } from './payment/payment-flow'
import { PendingPayments } from './payment/pending-payments'

const TransactionsTab = lazy(async () => ({
  default: (await import('./transactions/transactions-tab')).TransactionsTab,
}))
const PaymentDialogs = lazy(async () => ({ default: (await import('./payment-dialogs')).PaymentDialogs }))
const OpenPayment = lazy(async () => ({ default: (await import('./payment/open-payment')).OpenPayment }))

/** The payment area (billing-spec §2.1): balance, plan and history, and the dialogs on the way to a payment. */
export function PaymentPage() {
  const { t } = useTranslation('billing')
  const { tab } = useParams({ strict: false })
  const subscription = useQuery(subscriptionQuery(useLanguage()))
  const { flow, setFlow, close } = useFlow()
  const { pay, known, show, hide } = useOpenPayment()
  useAgain(setFlow)

  function showPayment(payment: PaymentInfo) {
    if (isPaidElsewhere(payment)) return window.location.assign(payment.payUrl)
    setFlow(null)
    show(payment)
  }

  function payAgain(transaction: Transaction) {
    hide()
    setFlow(flowAgain(transaction))
  }

  return (
    <>
      <PageHeader title={t('title')}>
        <HelpLink slug="payments" />
      </PageHeader>
      <TabLinks label={t('title')}>
        {PAYMENT_TABS.map((each) => (
          <Link
            key={each}
            to="/payment/$tab"
            params={{ tab: each }}
            activeOptions={{ includeSearch: false }}
            className={`row muted gap-4 ${styles.tab}`}
          >
            {t(`tab.${each}`)}
          </Link>
        ))}
      </TabLinks>
      <BalanceHeader
        onTopUp={() => setFlow({ name: 'money', start: 'topup' })}
        onPay={() => setFlow({ name: 'money', start: 'debt' })}
      />
      <Suspense>
        <PendingPayments shown={pay} onPay={showPayment} />
      </Suspense>
      {tab === 'dashboard' && <Dashboard onChoose={(plan) => setFlow({ name: 'upgrade', plan })} />}
      {tab === 'transactions' && (
        <Suspense
          fallback={
            <Card>
              <ListSkeleton />
            </Card>
          }
        >
          <TransactionsTab onPay={showPayment} onPayDebt={() => setFlow({ name: 'money', start: 'debt' })} />
        </Suspense>
      )}
      <Suspense>
        {flow && subscription.data && (
          <PaymentDialogs
            flow={flow}
            subscription={subscription.data}
            onFlow={setFlow}
            onClose={close}
            onOpened={showPayment}
          />
        )}
        {pay !== undefined && <OpenPayment id={pay} known={known} onClose={hide} onAgain={payAgain} />}
      </Suspense>
    </>
  )
}

/** The step that is on screen. The focus goes back to what opened the first one. */
function useFlow() {
  const [flow, set] = useState<Flow | null>(null)
  const opener = useRef<Element | null>(null)
  return {
    flow,
    setFlow: (next: Flow | null) => {
      if (flow === null) opener.current = document.activeElement
      set(next)
    },
    close: () => {
      set(null)
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}

/** A failed payment is named in the URL: the dialog to retry it opens, once. */
function useAgain(setFlow: (flow: Flow | null) => void) {
  const { again }: { again?: string } = useSearch({ strict: false })
  const { data } = useQuery({ ...openTransactionQuery(again ?? ''), enabled: again !== undefined })
  const setSearch = useSetSearch()
  const openAgain = useEffectEvent((transaction: Transaction) => {
    setFlow(flowAgain(transaction))
    setSearch({ again: undefined })
  })
  useEffect(() => {
    if (data !== undefined) openAgain(data)
  }, [data])
}

/** The payment that is shown is named in the address, so that it is there again after a reload. */
function useOpenPayment() {
  const { pay }: { pay?: string } = useSearch({ strict: false })
  const [known, setKnown] = useState<PaymentInfo | null>(null)
  const setSearch = useSetSearch()
  const toPayment = (id: string | undefined) => setSearch({ pay: id })
  return {
    pay,
    known,
    show: (payment: PaymentInfo) => {
      setKnown(payment)
      toPayment(payment.transactionId)
    },
    hide: () => toPayment(undefined),
  }
}

function useSetSearch() {
  const navigate = useNavigate()
  return (next: PaymentSearch) =>
    void navigate({
      to: '.',
      search: (previous: Record<string, unknown>) => ({ ...previous, ...next }),
      replace: true,
      resetScroll: false,
    } as Parameters<typeof navigate>[0])
}

interface PaymentSearch {
  pay?: string | undefined
  again?: string | undefined
}
