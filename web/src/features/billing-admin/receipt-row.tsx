import { AssignReceipt, formatVnd, GiveReason, type Receipt } from '@scanleaf/shared'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../lib/format/format'
import { useLanguage } from '../../lib/i18n/i18n'
import styles from '../../ui/list/list.module.css'
import { TableCell } from '../../ui/table/table'
import { ActionButtons, ActionRow } from './action-buttons'
import { useReceiptAction } from './api'
import { SubjectOfReceipt } from './matching'

const ACTIONS = {
  assign: { path: 'assign', fields: ['transfer'], schema: AssignReceipt },
  'refund-receipt': { path: 'refund', fields: ['reason'], schema: GiveReason },
} as const

const NAMES = ['assign', 'refund-receipt'] as const

/** A receipt and, as long as it is unmatched, its actions. */
export function ReceiptRow({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('billing-admin')
  const language = useLanguage()
  const [action, setAction] = useState<(typeof NAMES)[number] | null>(null)
  const send = useReceiptAction()
  const { id, provider, bankReference, content, transfer, amount, receivedAt } = receipt
  return (
    <>
      <tr data-open={action !== null || undefined}>
        <TableCell label={t('column.time')} className={`muted ${styles.time}`}>
          {formatDateTime(receivedAt)}
        </TableCell>
        <TableCell label={t('column.bank-reference')} className={styles.word}>
          <bdi dir="ltr">{bankReference}</bdi>
          {provider !== 'bank' && (
            <span className={`fine muted ${styles.small}`}>{t(`provider.${provider}`)}</span>
          )}
        </TableCell>
        <TableCell label={t('column.content')} className={styles.content}>
          <bdi>{content || '–'}</bdi>
        </TableCell>
        <TableCell label={t('column.reference')}>
          <bdi className={`small ${styles.reference}`} dir="ltr">
            {transfer ?? '–'}
          </bdi>
        </TableCell>
        <TableCell label={t('column.received')} className={styles.money}>
          <bdi dir="ltr">{formatVnd(amount, language)}</bdi>
        </TableCell>
        <ActionButtons
          actions={receipt.state === 'unmatched' ? NAMES : []}
          main="assign"
          open={action}
          reference={bankReference}
          onOpen={setAction}
        />
      </tr>
      {action !== null && (
        <ActionRow
          columns={6}
          action={action}
          fields={ACTIONS[action].fields}
          schema={ACTIONS[action].schema}
          {...(action === 'assign' && {
            subject: ({ transfer = '' }) => (
              <SubjectOfReceipt receipt={receipt} typed={transfer} onDone={() => setAction(null)} />
            ),
          })}
          submit={(body) => send.mutateAsync({ path: `receipts/${id}/${ACTIONS[action].path}`, body })}
          onDone={() => setAction(null)}
        />
      )}
    </>
  )
}
