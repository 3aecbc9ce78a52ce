import { RecordReceipt } from '@scanleaf/shared'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { Segments } from '../../ui/segments'
import { ActForm } from './act-form'
import { receiptsQuery, useReceiptAct } from './api'
import styles from './billing-admin.module.css'
import { ListCard } from './list-card'
import { ReceiptRow } from './receipt-row'
import { RECEIPT_STATES } from './states'
import { usePlace } from './use-place'

/** Money that came in; of unmatched money the operator says whose it is. */
export function ReceiptsView() {
  const { t } = useTranslation('billing-admin')
  const { state, page, go } = usePlace()
  const shown = RECEIPT_STATES.find((each) => each === state) ?? 'unmatched'
  const list = useQuery(receiptsQuery({ page, state: shown }))
  const [isRecording, setIsRecording] = useState(false)
  const record = useReceiptAct()
  return (
    <ListCard
      list={list}
      empty={t('receipts.empty')}
      tools={
        <>
          <Segments
            label={t('states')}
            options={RECEIPT_STATES.map((value) => ({ value, label: t(`receipts.${value}`) }))}
            value={shown}
            onChange={(next) => go({ state: next })}
          />
          <Button
            size="sm"
            aria-expanded={isRecording}
            leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
            onClick={() => setIsRecording(!isRecording)}
          >
            {t('act.record')}
          </Button>
          {isRecording && (
            <div className={styles.wide}>
              <ActForm
                act="record"
                fields={['amount', 'bankReference', 'content', 'reason']}
                schema={RecordReceipt}
                submit={(body) => record.mutateAsync({ path: 'receipts', body })}
                onDone={() => setIsRecording(false)}
              />
            </div>
          )}
        </>
      }
    >
      {(receipts) => (
        <table className={styles.table} aria-label={t('view.receipts')}>
          <thead>
            <tr>
              <th scope="col">{t('column.time')}</th>
              <th scope="col">{t('column.bank-reference')}</th>
              <th scope="col">{t('column.content')}</th>
              <th scope="col">{t('column.reference')}</th>
              <th scope="col" className={styles.money}>
                {t('column.received')}
              </th>
              <td />
            </tr>
          </thead>
          <tbody>
            {receipts.map((receipt) => (
              <ReceiptRow key={receipt.id} receipt={receipt} />
            ))}
          </tbody>
        </table>
      )}
    </ListCard>
  )
}
