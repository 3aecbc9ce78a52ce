import { AssignReceipt, formatVnd, GiveReason, type Receipt } from '@scanleaf/shared'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../lib/format/format'
import { useLanguage } from '../../lib/i18n/i18n'
import styles from '../../ui/list/list.module.css'
import { Cell } from '../../ui/list/table-cell'
import { ActButtons, ActRow } from './action-buttons'
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
        <Cell label={t('column.time')} className={styles.time}>
          {formatDateTime(receivedAt)}
        </Cell>
        <Cell label={t('column.bank-reference')} className={styles.content}>
          <bdi dir="ltr">{bankReference}</bdi>
          {provider !== 'bank' && <span className={styles.small}>{t(`provider.${provider}`)}</span>}
        </Cell>
        <Cell label={t('column.content')} className={styles.content}>
          <bdi>{content || '–'}</bdi>
        </Cell>
        <Cell label={t('column.reference')}>
          <bdi className={styles.reference} dir="ltr">
            {transfer ?? '–'}
          </bdi>
        </Cell>
        <Cell label={t('column.received')} className={styles.money}>
          <bdi dir="ltr">{formatVnd(amount, language)}</bdi>
        </Cell>
        <ActButtons
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
