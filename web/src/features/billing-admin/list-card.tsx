import type { PageMeta } from '@scanleaf/shared'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/card'
import { ListSkeleton } from '../../ui/list-skeleton'
import { LoadError } from '../../ui/load-error'
import { Pager } from '../../ui/pager'
import styles from './billing-admin.module.css'
import { usePlace } from './use-place'

export interface ListCardProps<Row> {
  list: UseQueryResult<{ result: Row[]; meta: PageMeta }>
  /** Over the rows: what narrows them. */
  tools?: ReactNode
  empty: string
  children: (rows: Row[]) => ReactNode
}

/** A list of the operator with its page control, in every state of its data. */
export function ListCard<Row>({ list, tools, empty, children }: ListCardProps<Row>) {
  const { t } = useTranslation('billing-admin')
  const { go } = usePlace()
  const { data } = list
  return (
    <Card className={styles.card} aria-busy={list.isPlaceholderData || undefined}>
      {tools && <div className={styles.tools}>{tools}</div>}
      {list.isPending && <ListSkeleton />}
      {list.isError && !data && <LoadError onRetry={() => list.refetch()} />}
      {data && data.meta.total === 0 && <p className={styles.empty}>{empty}</p>}
      {data && data.meta.total > 0 && (
        <>
          <div className={styles.scroll}>{children(data.result)}</div>
          <div className={styles.foot}>
            <span role="status">{t('total', { count: data.meta.total })}</span>
            <Pager page={data.meta.page} pages={data.meta.pages} onChange={(page) => go({ page })} />
          </div>
        </>
      )}
    </Card>
  )
}
