import type { PageMeta } from '@scanleaf/shared'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../card/card'
import { ListKept, LoadError } from '../state/load-error'
import styles from './list.module.css'
import { ListFooter } from './list-footer'
import { ListSkeleton } from './list-skeleton'
import { useListState } from './use-list-state'

export interface ListCardProps<Row> {
  list: UseQueryResult<{ result: Row[]; meta: PageMeta }>
  /** Over the rows: what narrows them. */
  tools?: ReactNode
  empty: string
  onPage: (page: number) => void
  children: (rows: Row[]) => ReactNode
}

/** A list of the operator with its page control, in every state of its data. */
export function ListCard<Row>({ list, tools, empty, onPage, children }: ListCardProps<Row>) {
  const { t } = useTranslation('common')
  const { data, isLoadingOther, hasFailed, retry } = useListState(list)
  return (
    <Card isList aria-busy={isLoadingOther || undefined}>
      {tools && <div className={`wrap gap-6 ${styles.tools}`}>{tools}</div>}
      {!data && (hasFailed ? <LoadError onRetry={retry} /> : <ListSkeleton />)}
      {data && hasFailed && <ListKept onRetry={retry} />}
      {data && data.meta.total === 0 && <p className={`muted ${styles.empty}`}>{empty}</p>}
      {data && data.meta.total > 0 && (
        <>
          <div className={styles.scroll}>{children(data.result)}</div>
          <ListFooter page={data.meta.page} pages={data.meta.pages} onPage={onPage}>
            {t('entries', { count: data.meta.total })}
          </ListFooter>
        </>
      )}
    </Card>
  )
}
