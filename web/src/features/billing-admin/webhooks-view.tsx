import { WEBHOOK_OUTCOMES, WEBHOOK_PROVIDERS } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FilterSelect } from '../../ui/list/filter-select'
import styles from '../../ui/list/list.module.css'
import { ListCard } from '../../ui/list/list-card'
import { Table } from '../../ui/table/table'
import { webhooksQuery } from './api'
import { useListSearch } from './use-list-search'
import { WebhookRow } from './webhook-row'

/** Webhooks of providers, as received, and their outcome. */
export function WebhooksView() {
  const { t } = useTranslation('billing-admin')
  const { state, type, page, go } = useListSearch()
  const outcome = WEBHOOK_OUTCOMES.find((each) => each === state) ?? 'all'
  const provider = WEBHOOK_PROVIDERS.find((each) => each === type) ?? 'all'
  const list = useQuery(webhooksQuery({ page, outcome, provider }))
  return (
    <ListCard
      onPage={(page) => go({ page })}
      list={list}
      empty={t('notices.empty')}
      tools={
        <>
          <FilterSelect
            label={t('column.provider')}
            options={[
              { value: 'all', text: t('transfers.all') },
              ...WEBHOOK_PROVIDERS.map((value) => ({ value, text: t(`provider.${value}`) })),
            ]}
            value={provider}
            onChange={(next) => go({ type: next })}
          />
          <FilterSelect
            label={t('column.result')}
            options={[
              { value: 'all', text: t('transfers.all') },
              ...WEBHOOK_OUTCOMES.map((value) => ({ value, text: t(`outcome.${value}`) })),
            ]}
            value={outcome}
            onChange={(next) => go({ state: next })}
          />
        </>
      }
    >
      {(webhooks) => (
        <Table className={styles.table} aria-label={t('view.notices')}>
          <thead>
            <tr>
              <th scope="col">{t('column.time')}</th>
              <th scope="col">{t('column.provider')}</th>
              <th scope="col">{t('column.result')}</th>
              <th scope="col">{t('column.reference')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} />
            ))}
          </tbody>
        </Table>
      )}
    </ListCard>
  )
}
