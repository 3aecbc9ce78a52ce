import { foldReference, formatVnd, type Receipt, type Transfer } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api/api-error'
import { formatDateTime } from '../../lib/format/format'
import { useLanguage } from '../../lib/i18n/i18n'
import { Button } from '../../ui/button/button'
import styles from '../../ui/list/list.module.css'
import { showToast } from '../../ui/toast/toasts'
import { receiptsQuery, transfersQuery, useReceiptAction } from './api'
import own from './billing-admin.module.css'

/** How long a reference is: a shorter one is still being typed. */
const REFERENCE_LENGTH = 10

/** The payment that is confirmed, and money of its amount that came and names nobody: then one press is enough. */
export function SubjectOfTransfer({ transfer, onDone }: { transfer: Transfer; onDone: () => void }) {
  const { t } = useTranslation('billing-admin')
  const missing = transfer.amount - transfer.paid
  const { data } = useQuery({
    ...receiptsQuery({ page: 1, state: 'unmatched', amount: missing }),
    enabled: missing > 0,
  })
  const found = data?.result ?? []
  return (
    <>
      <PaymentProperties transfer={transfer} />
      {found.length > 0 && (
        <Matches title={t('match.receipts')}>
          {found.map(({ id, bankReference, content, amount, receivedAt }) => (
            <Match
              key={id}
              receiptId={id}
              transferId={transfer.id}
              name={bankReference}
              amount={amount}
              note={[formatDateTime(receivedAt), content].filter(Boolean).join(' · ')}
              onDone={onDone}
            />
          ))}
        </Matches>
      )}
    </>
  )
}

/** Payments that wait for what came, and the one whose reference is typed. */
export function SubjectOfReceipt({
  receipt: { id, amount },
  typed,
  onDone,
}: {
  receipt: Receipt
  typed: string
  onDone: () => void
}) {
  const { t } = useTranslation('billing-admin')
  const reference = foldReference(typed.trim())
  const waiting = useQuery(transfersQuery({ page: 1, state: 'open', type: 'bank-transfer', missing: amount }))
  const named = useQuery({
    ...transfersQuery({ page: 1, state: 'all', search: reference }),
    enabled: reference.length === REFERENCE_LENGTH,
  })
  const found = waiting.data?.result ?? []
  const payment = named.data?.result.find((each) => each.id === reference)
  return (
    <>
      {found.length > 0 && (
        <Matches title={t('match.payments')}>
          {found.map((transfer) => (
            <Match
              key={transfer.id}
              receiptId={id}
              transferId={transfer.id}
              name={transfer.id}
              amount={transfer.amount}
              note={[transfer.email || transfer.userId, formatDateTime(transfer.createdAt)].join(' · ')}
              onDone={onDone}
            />
          ))}
        </Matches>
      )}
      {payment && <PaymentProperties transfer={payment} />}
    </>
  )
}

function PaymentProperties({ transfer }: { transfer: Transfer }) {
  const { t } = useTranslation('billing-admin')
  const language = useLanguage()
  const { id, email, userId, purpose, plan, amount, paid } = transfer
  const rows: [string, ReactNode][] = [
    [t('column.reference'), id],
    [t('column.payer'), email || userId],
    [t('column.purpose'), [t(`purpose.${purpose}`), plan].filter(Boolean).join(' · ')],
    [t('column.asked'), formatVnd(amount, language)],
    [t('column.received'), formatVnd(paid, language)],
  ]
  return (
    <dl className={`wrap ${own.payment}`}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const Matches = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={`gap-3 ${own.matches}`} aria-label={title}>
    <p>{title}</p>
    <ul>{children}</ul>
  </section>
)

interface MatchProps {
  receiptId: string
  transferId: string
  /** What is offered: the number of the bank, or the reference of a payment. */
  name: string
  amount: number
  note: string
  onDone: () => void
}

function Match({ receiptId, transferId, name, amount, note, onDone }: MatchProps) {
  const { t } = useTranslation('billing-admin')
  const language = useLanguage()
  const assign = useReceiptAction()
  const onPress = () =>
    assign.mutate(
      { path: `receipts/${receiptId}/assign`, body: { transfer: transferId } },
      {
        onSuccess: () => {
          showToast({ kind: 'success', title: t('done', { act: t('act.assign') }) })
          onDone()
        },
        onError: (error) => showToast({ kind: 'error', title: messageOf(error, '') }),
      },
    )
  return (
    <li>
      <div>
        <b>
          <bdi dir="ltr">{formatVnd(amount, language)}</bdi>
        </b>{' '}
        <bdi className={`small ${styles.reference}`} dir="ltr">
          {name}
        </bdi>
        <bdi className={`fine muted ${styles.small}`}>{note}</bdi>
      </div>
      <Button
        size="sm"
        loading={assign.isPending}
        aria-label={t('act.of', { act: t('match.assign'), reference: name })}
        onClick={onPress}
      >
        {t('match.assign')}
      </Button>
    </li>
  )
}
