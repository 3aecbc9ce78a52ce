import { ConfirmTransfer, formatVnd, GiveReason, RefundTransfer, type Transfer } from '@scanleaf/shared'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../lib/formats'
import { useLanguage } from '../../lib/i18n'
import { ActButtons, ActRow } from './acts'
import { useTransferAct } from './api'
import styles from './billing-admin.module.css'

const ACTS = {
  confirm: { fields: ['amount', 'bankReference', 'reason'], schema: ConfirmTransfer },
  reject: { fields: ['reason'], schema: GiveReason },
  refund: { fields: ['amount', 'reason'], schema: RefundTransfer },
} as const

type TransferAct = keyof typeof ACTS

/** Money can come late: what has expired or was cancelled is still confirmed (payments.md §6.4). */
function actsOf({ status, paid, refunded }: Transfer): TransferAct[] {
  const isOpen = status === 'created' || status === 'pending' || status === 'underpaid'
  return [
    ...(status === 'succeeded' ? [] : (['confirm'] as const)),
    ...(isOpen ? (['reject'] as const) : []),
    ...(paid > refunded ? (['refund'] as const) : []),
  ]
}

const amountOf = (act: TransferAct, { amount, paid, refunded }: Transfer): number =>
  act === 'refund' ? paid - refunded : Math.max(0, amount - paid)

/** One transfer and, under it, what is being done with it. */
export function TransferRow({ transfer }: { transfer: Transfer }) {
  const { t } = useTranslation('billing-admin')
  const language = useLanguage()
  const [act, setAct] = useState<TransferAct | null>(null)
  const send = useTransferAct()
  const { id, email, userId, purpose, plan, amount, paid, refunded, status, createdAt } = transfer
  return (
    <>
      <tr data-open={act !== null || undefined}>
        <td>
          <bdi className={styles.reference} dir="ltr">
            {id}
          </bdi>
          <span className={styles.small}>{formatDateTime(createdAt)}</span>
        </td>
        <td>
          <bdi dir="ltr">{email || userId}</bdi>
        </td>
        <td>
          {t(`purpose.${purpose}`)}
          {plan !== null && (
            <bdi className={styles.small} dir="ltr">
              {plan}
            </bdi>
          )}
        </td>
        <td className={styles.money}>
          <bdi dir="ltr">{formatVnd(amount, language)}</bdi>
        </td>
        <td className={styles.money}>
          <bdi dir="ltr">{formatVnd(paid, language)}</bdi>
          {refunded > 0 && (
            <bdi className={styles.small} dir="ltr">
              {formatVnd(-refunded, language)}
            </bdi>
          )}
        </td>
        <td>
          <span className={styles.chip} data-status={status}>
            {t(`status.${status}`)}
          </span>
        </td>
        <ActButtons acts={actsOf(transfer)} main="confirm" open={act} reference={id} onOpen={setAct} />
      </tr>
      {act !== null && (
        <ActRow
          columns={7}
          act={act}
          {...ACTS[act]}
          initial={{ amount: String(amountOf(act, transfer)) }}
          submit={(body) => send.mutateAsync({ path: `transfers/${encodeURIComponent(id)}/${act}`, body })}
          onDone={() => setAct(null)}
        />
      )}
    </>
  )
}
