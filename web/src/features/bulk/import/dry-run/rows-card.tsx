import { type CodeImport, formatNumber } from '@scanleaf/shared'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Card } from '../../../ui/card/card'
import { ListFooter } from '../../../ui/list/list-footer'
import { ListSkeleton } from '../../../ui/list/list-skeleton'
import { LoadError } from '../../../ui/state/load-error'
import { Table } from '../../../ui/table/table'
import { rowsQuery } from '../api'
import { RowLine } from './row-line'
import styles from './rows-card.module.css'
import { countOf, filtersOf, type Group } from './verdict-groups'

const PAGE_ROWS = 10

/** The rows of a group, ten at a time. */
export function RowsCard({ item, group }: { item: CodeImport; group: Group }) {
  const { t } = useTranslation('imports')
  const [page, setPage] = useState(1)
  const total = countOf(item, group)
  const rows = useQuery({
    ...rowsQuery(item.id, filtersOf(item, group), (page - 1) * PAGE_ROWS, PAGE_ROWS),
    placeholderData: keepPreviousData,
  })
  if (rows.isError && !rows.data)
    return (
      <Card>
        <LoadError onRetry={rows.refetch} />
      </Card>
    )
  return (
    <Card isList aria-busy={rows.isPlaceholderData || undefined}>
      {total === 0 && <p className={styles.none}>{t('rows.none')}</p>}
      {total > 0 && !rows.data && <ListSkeleton rows={Math.min(total, PAGE_ROWS)} />}
      {total > 0 && rows.data && (
        <Table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('row.line')}</th>
              <th scope="col">{t('row.address')}</th>
              <th scope="col">{t('row.target')}</th>
              <th scope="col">{t('row.verdict')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.data.map((row) => (
              <RowLine key={row.n} row={row} host={item.host} />
            ))}
          </tbody>
        </Table>
      )}
      <Foot total={total} page={page} onPage={setPage} />
    </Card>
  )
}

function Foot({ total, page, onPage }: { total: number; page: number; onPage: (page: number) => void }) {
  const { t } = useTranslation('imports')
  const language = useLanguage()
  const number = (value: number) => formatNumber(value, language)
  if (total === 0) return null
  return (
    <ListFooter page={page} pages={Math.max(1, Math.ceil(total / PAGE_ROWS))} onPage={onPage}>
      {t('row.span', {
        range: bidiIsolate(
          `${number((page - 1) * PAGE_ROWS + 1)}–${number(Math.min(page * PAGE_ROWS, total))}`,
        ),
        total,
      })}
    </ListFooter>
  )
}
