import type { Transaction } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api/api-error'
import { buttonClass } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { ListSkeleton } from '../../../ui/list/list-skeleton'
import { PageHeader } from '../../../ui/page/page-header'
import { EmptyState } from '../../../ui/state/empty-state'
import { LoadError } from '../../../ui/state/load-error'
import { NotFoundArt } from '../../../ui/state/not-found-art'
import { openTransactionQuery, refreshQuery, useCancelPayment } from '../api'
import { isPaidElsewhere } from '../payment/payment-flow'
import { CancelPayment } from '../payment/qr-payment/cancel-payment'
import { usePaymentArrival } from '../payment/use-payment-arrival'
import styles from './return-page.module.css'
import { ReturnProperties } from './return-properties'
import { ReturnState } from './return-state'

/**
 * /payment/return/{gateway}: where a gateway sends the payer back to. It shows the server's state of the payment,
 * and polls the gateway; the URL's result parameters are not read. A payer who cancelled there cancels the payment
 * by that, as by the button: money that still arrives is credited all the same.
 */
export function ReturnPage() {
  const { t } = useTranslation('billing')
  const { transactionId: id, cancelled }: { transactionId?: string; cancelled?: true } = useSearch({
    strict: false,
  })
  const { data, error, refetch } = useQuery({
    ...openTransactionQuery(id ?? ''),
    enabled: id !== undefined,
  })
  const isGivingUp = useGivingUp(id, cancelled !== undefined && data?.status === 'pending')
  const isAsking = data?.status === 'pending' && !isGivingUp
  useQuery({ ...refreshQuery(id ?? ''), enabled: isAsking, retry: false })
  usePaymentArrival(id ?? '', data?.status)
  const isMissing = id === undefined || (error instanceof ApiError && error.statusCode === 404)
  return (
    <div className={styles.page}>
      <PageHeader title={t('return.title')} />
      <Card isPadded>
        {data && !isGivingUp && <Returned transaction={data} />}
        {isMissing && <Missing />}
        {isGivingUp && <ListSkeleton rows={4} />}
        {!data && !isMissing && (error ? <LoadError onRetry={() => refetch()} /> : <ListSkeleton rows={4} />)}
      </Card>
    </div>
  )
}

/** Cancels the payment once; true until that is through. One that has ended meanwhile shows how. */
function useGivingUp(id: string | undefined, hasGivenUp: boolean): boolean {
  const cancel = useCancelPayment()
  const cancelOnce = useEffectEvent(() => {
    if (id !== undefined && cancel.isIdle) cancel.mutate(id)
  })
  useEffect(() => {
    if (hasGivenUp) cancelOnce()
  }, [hasGivenUp])
  return hasGivenUp && (cancel.isIdle || cancel.isPending)
}

/** The payment is somebody else's, or does not exist. */
function Missing() {
  const { t } = useTranslation(['common', 'billing'])
  return (
    <EmptyState
      title={t('not-found.title')}
      text={t('not-found.text')}
      illustration={<NotFoundArt className={styles.art ?? ''} />}
      action={
        <Link to="/payment/$tab" params={{ tab: 'dashboard' }} className={buttonClass()}>
          {t('billing:return.back')}
        </Link>
      }
    />
  )
}

function Returned({ transaction }: { transaction: Transaction }) {
  return (
    <div className={`gap-9 ${styles.content}`}>
      <ReturnState transaction={transaction} />
      <ReturnProperties transaction={transaction} />
      <div className={`wrap gap-5 ${styles.actions}`}>
        <NextStep transaction={transaction} />
      </div>
    </div>
  )
}

/** One primary action, and a link back to the payment area. */
function NextStep({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation(['billing', 'billing-history', 'common'])
  const { id, status, payment } = transaction
  const back = (isMain: boolean) => (
    <Link
      to="/payment/$tab"
      params={{ tab: status === 'success' ? 'dashboard' : 'transactions' }}
      className={buttonClass({ variant: isMain ? 'filled' : 'default' })}
    >
      {t('return.back')}
    </Link>
  )
  if (status === 'success') return back(true)
  if (status === 'failure')
    return (
      <>
        {back(false)}
        <Link
          to="/payment/$tab"
          params={{ tab: 'dashboard' }}
          search={{ again: id }}
          className={buttonClass()}
        >
          {t('common:retry')}
        </Link>
      </>
    )
  if (payment === null || payment.paymentType === 'wallet')
    return (
      <>
        {back(false)}
        <CancelPayment id={id} />
      </>
    )
  return (
    <>
      {back(false)}
      <CancelPayment id={id} />
      {isPaidElsewhere(payment) ? (
        <a href={payment.payUrl} className={buttonClass()}>
          {t('billing-history:details.continue')}
        </a>
      ) : (
        <Link to="/payment/$tab" params={{ tab: 'dashboard' }} search={{ pay: id }} className={buttonClass()}>
          {t('billing-history:details.pay')}
        </Link>
      )}
    </>
  )
}
