import type { TransactionPage } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/card/card'
import { ListFooter, ListFooterPlaceholder, ListHeadPlaceholder } from '../../../ui/list/list-footer'
import { ListSkeleton } from '../../../ui/list/list-skeleton'
import { useListState } from '../../../ui/list/use-list-state'
import { EmptyState } from '../../../ui/state/empty-state'
import { ListKept, LoadError } from '../../../ui/state/load-error'
import { transactionsQuery } from './api'
import type { DetailsActionsProps } from './details-actions'
import { StatementBar } from './statement-bar'
import styles from './transactions.module.css'
import { TransactionsTable } from './transactions-table'
import { usePage } from './use-page-search'

/** The payment history (billing-spec §2.3). */
export function TransactionsTab(actions: DetailsActionsProps) {
  const { t } = useTranslation('billing-history')
  const { page, limit, period, days, toPage } = usePage()
  const history = useQuery(transactionsQuery({ ...days, page, limit }))
  const { data, isLoadingOther, hasFailed, retry } = useListState(history)
  const lastPage = history.data?.meta.pages
  const isBeyond = !history.isPlaceholderData && lastPage !== undefined && page > lastPage
  const toLastPage = useEffectEvent(toPage)
  useEffect(() => {
    if (isBeyond) toLastPage(lastPage)
  }, [isBeyond, lastPage])

  if (!data && !hasFailed)
    return (
      <Card isList className={styles.card}>
        <ListHeadPlaceholder />
        <ListSkeleton rows={limit} />
        <ListFooterPlaceholder />
      </Card>
    )
  if (!data)
    return (
      <Card>
        <LoadError title={t('load-error')} onRetry={retry} />
      </Card>
    )
  if (data.meta.total === 0 && period === undefined)
    return (
      <Card>
        <EmptyState title={t('empty')} text={t('empty.text')} />
      </Card>
    )
  return (
    <Card isList className={styles.card} aria-busy={isLoadingOther || undefined}>
      {hasFailed && <ListKept onRetry={retry} />}
      <StatementBar />
      {data.meta.total === 0 && <EmptyState title={t('empty.period')} text={t('empty.period.text')} />}
      {data.meta.total > 0 && <TransactionsTable transactions={data.result} {...actions} />}
      {data.meta.total > 0 && <Foot data={data} toPage={toPage} />}
    </Card>
  )
}

function Foot({ data, toPage }: { data: TransactionPage; toPage: (page: number) => void }) {
  const { t } = useTranslation('billing-history')
  const { page, pages, limit, total } = data.meta
  const from = (page - 1) * limit + 1
  return (
    <ListFooter page={page} pages={pages} onPage={toPage}>
      {t('range', { from, to: from + data.result.length - 1, count: total })}
    </ListFooter>
  )
}
