import { AssignReceipt, formatVnd, GiveReason, type Receipt } from '@scanleaf/shared'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../lib/format/format'
import { useLanguage } from '../../lib/i18n/i18n'
import styles from '../../ui/list/list.module.css'
import { TableCell } from '../../ui/list/table-cell'
import { ActionButtons, ActRow } from './action-buttons'
import { useReceiptAct } from './api'

const ACTS = {
  assign: { path: 'assign', fields: ['transfer', 'reason'], schema: AssignReceipt },
  'refund-receipt': { path: 'refund', fields: ['reason'], schema: GiveReason },
} as const

const NAMES = ['assign', 'refund-receipt'] as const

/** Money that came in and, as long as nobody knows whose it is, what is done with it. */
export function ReceiptRow({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('billing-admin')
  const language = useLanguage()
  const [act, setAct] = useState<(typeof NAMES)[number] | null>(null)
  const send = useReceiptAct()
  const { id, provider, bankReference, content, transfer, amount, receivedAt } = receipt
  return (
    <>
      <tr data-open={act !== null || undefined}>
        <TableCell label={t('column.time')} className={styles.time}>
          {formatDateTime(receivedAt)}
        </TableCell>
        <TableCell label={t('column.bank-reference')} className={styles.content}>
          <bdi dir="ltr">{bankReference}</bdi>
          {provider !== 'bank' && <span className={styles.small}>{t(`provider.${provider}`)}</span>}
        </TableCell>
        <TableCell label={t('column.content')} className={styles.content}>
          <bdi>{content || '–'}</bdi>
        </TableCell>
        <TableCell label={t('column.reference')}>
          <bdi className={styles.reference} dir="ltr">
            {transfer ?? '–'}
          </bdi>
        </TableCell>
        <TableCell label={t('column.received')} className={styles.money}>
          <bdi dir="ltr">{formatVnd(amount, language)}</bdi>
        </TableCell>
        <ActionButtons
          acts={receipt.state === 'unmatched' ? NAMES : []}
          main="assign"
          open={act}
          reference={bankReference}
          onOpen={setAct}
        />
      </tr>
      {act !== null && (
        <ActRow
          columns={6}
          act={act}
          fields={ACTS[act].fields}
          schema={ACTS[act].schema}
          submit={(body) => send.mutateAsync({ path: `receipts/${id}/${ACTS[act].path}`, body })}
          onDone={() => setAct(null)}
        />
      )}
    </>
  )
}
