import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segments } from '../../ui/segments'
import { TextField } from '../../ui/text-field'
import { transfersQuery } from './api'
import styles from './billing-admin.module.css'
import { ListCard } from './list-card'
import { TRANSFER_STATES } from './states'
import { TransferRow } from './transfer-row'
import { usePlace } from './use-place'

/** Transfers that wait for the operator, and those that have ended. */
export function TransfersView() {
  const { t } = useTranslation('billing-admin')
  const { state, page, q, go } = usePlace()
  const shown = TRANSFER_STATES.find((each) => each === state) ?? 'open'
  const list = useQuery(transfersQuery({ page, state: shown, ...(q !== '' && { search: q }) }))
  return (
    <ListCard list={list} empty={t('transfers.empty')} tools={<Tools shown={shown} q={q} go={go} />}>
      {(transfers) => (
        <table className={styles.table} aria-label={t('view.transfers')}>
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
        </table>
      )}
    </ListCard>
  )
}

interface ToolsProps {
  shown: (typeof TRANSFER_STATES)[number]
  q: string
  go: ReturnType<typeof usePlace>['go']
}

function Tools({ shown, q, go }: ToolsProps) {
  const { t } = useTranslation('billing-admin')
  const [sought, setSought] = useState(q)
  return (
    <>
      <Segments
        label={t('states')}
        options={TRANSFER_STATES.map((value) => ({ value, label: t(`transfers.${value}`) }))}
        value={shown}
        onChange={(state) => go({ state })}
      />
      <search className={styles.search}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            go({ q: sought.trim() })
          }}
        >
          <TextField
            label={t('search')}
            type="search"
            dir="ltr"
            value={sought}
            onChange={(event) => setSought(event.currentTarget.value)}
          />
        </form>
      </search>
    </>
  )
}
