import { OUTSIDE_TYPES, TRANSFER_STATES } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FilterSelect } from '../../ui/list/filter-select'
import styles from '../../ui/list/list.module.css'
import { ListCard } from '../../ui/list/list-card'
import { SearchField } from '../../ui/list/search-field'
import { Table } from '../../ui/table/table'
import { transfersQuery } from './api'
import { TransferRow } from './transfer-row'
import { useListSearch } from './use-list-search'

/** Payments from outside that are waited for, and those that have ended. */
export function TransfersView() {
  const { t } = useTranslation('billing-admin')
  const { state, type, page, q, go } = useListSearch()
  const asked: ToolsProps & { page: number } = {
    page,
    state: TRANSFER_STATES.find((each) => each === state) ?? 'open',
    type: OUTSIDE_TYPES.find((each) => each === type) ?? 'all',
  }
  const list = useQuery(transfersQuery({ ...asked, ...(q !== '' && { search: q }) }))
  return (
    <ListCard
      onPage={(page) => go({ page })}
      list={list}
      empty={t('transfers.empty')}
      tools={<Tools state={asked.state} type={asked.type} />}
    >
      {(transfers) => (
        <Table className={styles.table} aria-label={t('view.transfers')}>
          <thead>
            <tr>
              <th scope="col">{t('column.reference')}</th>
              <th scope="col">{t('column.payer')}</th>
              <th scope="col">{t('column.purpose')}</th>
              <th scope="col" className={styles.money}>
                {t('column.asked')}
              </th>
              <th scope="col" className={styles.money}>
                {t('column.received')}
              </th>
              <th scope="col">{t('column.state')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {transfers.map((transfer) => (
              <TransferRow key={transfer.id} transfer={transfer} />
            ))}
          </tbody>
        </Table>
      )}
    </ListCard>
  )
}

interface ToolsProps {
  state: (typeof TRANSFER_STATES)[number]
  type: (typeof OUTSIDE_TYPES)[number] | 'all'
}

function Tools({ state, type }: ToolsProps) {
  const { t } = useTranslation(['billing-admin', 'billing'])
  const { q, go } = useListSearch()
  return (
    <>
      <FilterSelect
        label={t('states')}
        options={TRANSFER_STATES.map((value) => ({ value, text: t(`transfers.${value}`) }))}
        value={state}
        onChange={(next) => go({ state: next })}
      />
      <FilterSelect
        label={t('types')}
        options={[
          { value: 'all', text: t('types.all') },
          ...OUTSIDE_TYPES.map((value) => ({ value, text: t(`billing:method.${value}`) })),
        ]}
        value={type}
        onChange={(next) => go({ type: next })}
      />
      <SearchField label={t('search')} dir="ltr" value={q} onSearch={(text) => go({ q: text })} />
    </>
  )
}
