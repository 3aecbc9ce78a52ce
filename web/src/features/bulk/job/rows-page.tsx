import { type BulkRow, type BulkRun, formatNumber } from '@scanleaf/shared'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLanguage } from '../../../lib/i18n/i18n'
import { ListFooter } from '../../../ui/list/list-footer'
import { ListSkeleton } from '../../../ui/list/list-skeleton'
import { LoadError } from '../../../ui/state/load-error'
import { type RowFilters, rowsQuery } from '../api'

export const PAGE_ROWS = 10

export interface RowsPageProps {
  run: Pick<BulkRun, 'id'>
  filters: RowFilters
  /** From 1. */
  page: number
  /** The rows of the page; `isOld` while those of the next one load. */
  children: (rows: readonly BulkRow[], isOld: boolean) => ReactNode
}

/** Rows of a run as the dry run checked them, ten at a time. */
export function RowsPage({ run, filters, page, children }: RowsPageProps) {
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...rowsQuery(run.id, filters, (page - 1) * PAGE_ROWS, PAGE_ROWS),
    placeholderData: keepPreviousData,
  })
  if (data) return children(data, isPlaceholderData)
  return isError ? <LoadError onRetry={refetch} /> : <ListSkeleton rows={PAGE_ROWS} />
}

export interface RowsFootProps {
  total: number
  page: number
  onPage: (page: number) => void
}

/** Which rows are shown, and the pages. */
export function RowsFoot({ total, page, onPage }: RowsFootProps) {
  const language = useLanguage()
  const number = (value: number) => formatNumber(value, language)
  return (
    <ListFooter page={page} pages={Math.max(1, Math.ceil(total / PAGE_ROWS))} onPage={onPage}>
      {total > 0 && (
        <bdi dir="ltr">
          {number((page - 1) * PAGE_ROWS + 1)}–{number(Math.min(page * PAGE_ROWS, total))} / {number(total)}
        </bdi>
      )}
    </ListFooter>
  )
}
