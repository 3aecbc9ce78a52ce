import { RECEIPT_STATES, RecordReceipt } from '@scanleaf/shared'
import IconFileImport from '@tabler/icons-react/dist/esm/icons/IconFileImport.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/button'
import { FilterSelect } from '../../ui/list/filter-select'
import styles from '../../ui/list/list.module.css'
import { ListCard } from '../../ui/list/list-card'
import { Table } from '../../ui/table/table'
import { ActionForm } from './action-form'
import { receiptsQuery, useReceiptAction } from './api'
import own from './billing-admin.module.css'
import { ImportForm } from './import-form'
import { ReceiptRow } from './receipt-row'
import { useListSearch } from './use-list-search'

/** Money that came in; of unmatched money the operator says whose it is. */
export function ReceiptsView() {
  const { t } = useTranslation('billing-admin')
  const { state, page, go } = useListSearch()
  const shown = RECEIPT_STATES.find((each) => each === state) ?? 'unmatched'
  const list = useQuery(receiptsQuery({ page, state: shown }))
  return (
    <ListCard
      onPage={(page) => go({ page })}
      list={list}
      empty={t('receipts.empty')}
      tools={
        <>
          <FilterSelect
            label={t('states')}
            options={RECEIPT_STATES.map((value) => ({ value, text: t(`receipts.${value}`) }))}
            value={shown}
            onChange={(next) => go({ state: next })}
          />
          <Entries />
        </>
      }
    >
      {(receipts) => (
        <Table className={styles.table} aria-label={t('view.receipts')}>
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
        </Table>
      )}
    </ListCard>
  )
}

/** Money that no feed reported: one line of the statement, or all of it. */
function Entries() {
  const { t } = useTranslation('billing-admin')
  const [open, setOpen] = useState<'record' | 'import' | null>(null)
  const record = useReceiptAction()
  const toggle = (entry: 'record' | 'import') => setOpen(open === entry ? null : entry)
  const close = () => setOpen(null)
  return (
    <>
      <div className={`row wrap gap-4 ${own.entries}`}>
        <Button
          size="sm"
          variant="default"
          aria-expanded={open === 'import'}
          leftSection={<IconFileImport size={16} stroke={1.7} aria-hidden />}
          onClick={() => toggle('import')}
        >
          {t('import')}
        </Button>
        <Button
          size="sm"
          aria-expanded={open === 'record'}
          leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
          onClick={() => toggle('record')}
        >
          {t('act.record')}
        </Button>
      </div>
      {open !== null && (
        <div className={own.wide}>
          {open === 'import' ? (
            <ImportForm onDone={close} />
          ) : (
            <ActionForm
              action="record"
              fields={['amount', 'bankReference', 'content', 'reason']}
              schema={RecordReceipt}
              submit={(body) => record.mutateAsync({ path: 'receipts', body })}
              onDone={close}
            />
          )}
        </div>
      )}
    </>
  )
}
