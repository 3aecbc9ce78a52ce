import {
  ConfirmTransfer,
  formatNumber,
  formatVnd,
  GiveReason,
  RefundTransfer,
  type Transfer,
} from '@scanleaf/shared'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../lib/format/format'
import { useLanguage } from '../../lib/i18n/i18n'
import styles from '../../ui/list/list.module.css'
import { TableCell } from '../../ui/table/table'
import { ActionButtons, ActionRow } from './action-buttons'
import { useTransferAction } from './api'
import { SubjectOfTransfer } from './matching'
import { RefundsRow } from './refunds-row'

const ACTIONS = {
  confirm: { fields: ['bankReference', 'amount'], schema: ConfirmTransfer },
  reject: { fields: ['reason'], schema: GiveReason },
  refund: { fields: ['amount', 'reason'], schema: RefundTransfer },
} as const

type TransferAction = keyof typeof ACTIONS
const COLUMNS = 7

/**
 * Only of transfers the operator says that they came, or will not: a gateway says it itself. Money can come late: what
 * has expired or was cancelled is still confirmed (payments §6.4).
 */
function actionsOf({ paymentType, status, paid, refunded }: Transfer): (TransferAction | 'refunds')[] {
  const isTransfer = paymentType === 'bank-transfer'
  const isOpen = status === 'created' || status === 'pending' || status === 'underpaid'
  return [
    ...(isTransfer && status !== 'succeeded' ? (['confirm'] as const) : []),
    ...(isTransfer && isOpen ? (['reject'] as const) : []),
    ...(paid > refunded ? (['refund'] as const) : []),
    ...(paid > 0 ? (['refunds'] as const) : []),
  ]
}

const amountOf = (action: TransferAction, { amount, paid, refunded }: Transfer): number =>
  action === 'refund' ? paid - refunded : Math.max(0, amount - paid)

/** One payment and, under it, the form of an action. */
export function TransferRow({ transfer }: { transfer: Transfer }) {
  const { t } = useTranslation(['billing-admin', 'billing'])
  const language = useLanguage()
  const [open, setOpen] = useState<TransferAction | 'refunds' | null>(null)
  const { id, paymentType, email, userId, purpose, plan, amount, paid, refunded, status, createdAt } =
    transfer
  return (
    <>
      <tr data-open={open !== null || undefined}>
        <TableCell label={t('column.reference')}>
          <bdi className={`small ${styles.reference}`} dir="ltr">
            {id}
          </bdi>
          <span className={`fine muted ${styles.small}`}>{formatDateTime(createdAt)}</span>
        </TableCell>
        <TableCell label={t('column.payer')} className={styles.content}>
          <bdi dir="ltr">{email || userId}</bdi>
          <span className={`fine muted ${styles.small}`}>{t(`billing:method.${paymentType}`)}</span>
        </TableCell>
        <TableCell label={t('column.purpose')}>
          {t(`purpose.${purpose}`)}
          {plan !== null && (
            <bdi className={`fine muted ${styles.small}`} dir="ltr">
              {plan}
            </bdi>
          )}
        </TableCell>
        <TableCell label={t('column.asked')} className={styles.money}>
          <bdi dir="ltr">{formatVnd(amount, language)}</bdi>
        </TableCell>
        <TableCell label={t('column.received')} className={styles.money}>
          <bdi dir="ltr">{formatVnd(paid, language)}</bdi>
          {refunded > 0 && (
            <bdi className={`fine muted ${styles.small}`} dir="ltr">
              {formatVnd(-refunded, language)}
            </bdi>
          )}
        </TableCell>
        <TableCell label={t('column.state')}>
          <span className={`fine gap-3 ${styles.chip}`} data-status={status}>
            {t(`status.${status}`)}
          </span>
        </TableCell>
        <ActionButtons
          actions={actionsOf(transfer)}
          main="confirm"
          open={open}
          reference={id}
          onOpen={setOpen}
        />
      </tr>
      {open === 'refunds' && <RefundsRow columns={COLUMNS} id={id} />}
      {open !== null && open !== 'refunds' && (
        <Action key={open} action={open} transfer={transfer} onDone={() => setOpen(null)} />
      )}
    </>
  )
}

interface ActionProps {
  action: TransferAction
  transfer: Transfer
  onDone: () => void
}

function Action({ action, transfer, onDone }: ActionProps) {
  const { t } = useTranslation(['billing-admin', 'billing'])
  const language = useLanguage()
  const send = useTransferAction()
  const { id, paymentType } = transfer
  const isAtGateway = action === 'refund' && paymentType !== 'bank-transfer'
  return (
    <ActionRow
      columns={COLUMNS}
      action={action}
      {...ACTIONS[action]}
      {...(isAtGateway && {
        note: t('act.refund.at-gateway', { method: t(`billing:method.${paymentType}`) }),
      })}
      {...(action === 'confirm' && {
        subject: () => <SubjectOfTransfer transfer={transfer} onDone={onDone} />,
      })}
      initial={{ amount: formatNumber(amountOf(action, transfer), language) }}
      submit={(body) => send.mutateAsync({ path: `transfers/${encodeURIComponent(id)}/${action}`, body })}
      onDone={onDone}
    />
  )
}
