import { DEFAULT_QR_SETTINGS, type QrDesign } from '@scanleaf/qr'
import type { CodeBatch } from '@scanleaf/shared'
import { formatNumber } from '@scanleaf/shared'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Card } from '../../../ui/card/card'
import { ListFooter } from '../../../ui/list/list-footer'
import { ListSkeleton } from '../../../ui/list/list-skeleton'
import { LoadError } from '../../../ui/state/load-error'
import { rowsQuery } from '../api'
import { repeatedIds } from '../state/local-rows'
import type { Cells, ManyType } from '../state/row-fields'
import { RowLine } from './row-line'
import styles from './rows-card.module.css'
import { checkedRow, localRow, type ShownRow } from './shown-row'

const PAGE_ROWS = 10
const FILTERS = ['all', 'ready', 'refused'] as const
type Filter = (typeof FILTERS)[number]

export interface RowsCardProps {
  type: ManyType
  /** The rows that are typed, chosen or pasted. */
  rows: readonly Cells[]
  /** The dry run of these rows, once there is one. */
  batch: CodeBatch | null
  isChecking: boolean
  design: QrDesign
  onMend: (row: ShownRow) => void
}

/** What becomes of each row, ten at a time. */
export function RowsCard({ type, rows, batch, isChecking, design, onMend }: RowsCardProps) {
  const [view, setView] = useState<{ of: string; filter: Filter; page: number }>({
    of: '',
    filter: 'all',
    page: 1,
  })
  const of = batch?.id ?? `${rows.length}`
  const { filter, page } = view.of === of ? view : { filter: 'all' as const, page: 1 }
  const show = (next: { filter: Filter; page: number }) => setView({ of, ...next })
  if (rows.length === 0) return <Example type={type} />
  const counts = batch
    ? { all: batch.total, ready: batch.ready, refused: batch.refused }
    : { all: rows.length, ready: null, refused: null }
  return (
    <Card className={styles.card}>
      <Head counts={counts} filter={filter} onFilter={(next) => show({ filter: next, page: 1 })} />
      {isChecking ? (
        <ListSkeleton rows={Math.min(rows.length, PAGE_ROWS)} />
      ) : batch ? (
        <CheckedRows type={type} batch={batch} filter={filter} page={page} design={design} onMend={onMend} />
      ) : (
        <LocalRows type={type} rows={rows} page={page} design={design} />
      )}
      <Foot
        total={counts[filter] ?? rows.length}
        page={page}
        onPage={(next) => show({ filter, page: next })}
      />
    </Card>
  )
}

interface HeadProps {
  counts: Record<Filter, number | null>
  filter: Filter
  onFilter: (filter: Filter) => void
}

function Head({ counts, filter, onFilter }: HeadProps) {
  const { t } = useTranslation('code-batches')
  const language = useLanguage()
  return (
    <div className={styles.head}>
      <h2>{t('rows', { count: counts.all ?? 0 })}</h2>
      {counts.ready !== null && (
        <div className={styles.filters}>
          {FILTERS.map((each) => (
            <button
              key={each}
              type="button"
              className={styles.filter}
              data-filter={each}
              aria-pressed={each === filter}
              onClick={() => onFilter(each)}
            >
              {t(each === 'all' ? 'filter.all' : `verdict.${each}`)}{' '}
              <b>{formatNumber(counts[each] ?? 0, language)}</b>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

function Foot({ total, page, onPage }: { total: number; page: number; onPage: (page: number) => void }) {
  const language = useLanguage()
  const number = (value: number) => formatNumber(value, language)
  const from = (page - 1) * PAGE_ROWS + 1
  const to = Math.min(page * PAGE_ROWS, total)
  return (
    <ListFooter page={page} pages={Math.max(1, Math.ceil(total / PAGE_ROWS))} onPage={onPage}>
      {total > 0 && (
        <bdi dir="ltr">
          {number(from)}–{number(to)} / {number(total)}
        </bdi>
      )}
    </ListFooter>
  )
}

interface LocalRowsProps {
  type: ManyType
  rows: readonly Cells[]
  page: number
  design: QrDesign
}

/** Rows as the browser judges them while they are typed. */
function LocalRows({ type, rows, page, design }: LocalRowsProps) {
  const { t } = useTranslation('errors')
  const repeated = repeatedIds(rows)
  const from = (page - 1) * PAGE_ROWS
  return (
    <ol className={styles.rows}>
      {rows.slice(from, from + PAGE_ROWS).map((cells, index) => {
        const row = localRow(t, type, cells, from + index, repeated.has(from + index))
        return <RowLine key={row.row} type={type} row={row} design={design} onMend={undefined} />
      })}
    </ol>
  )
}

interface CheckedRowsProps {
  type: ManyType
  batch: CodeBatch
  filter: Filter
  page: number
  design: QrDesign
  onMend: (row: ShownRow) => void
}

/** Rows as the dry run judged them. */
function CheckedRows({ type, batch, filter, page, design, onMend }: CheckedRowsProps) {
  const outcome = filter === 'all' ? undefined : filter
  const rows = useQuery({
    ...rowsQuery(batch.id, outcome, (page - 1) * PAGE_ROWS, PAGE_ROWS),
    placeholderData: keepPreviousData,
  })
  if (rows.isError) return <LoadError onRetry={() => rows.refetch()} />
  if (!rows.data) return <ListSkeleton rows={PAGE_ROWS} />
  return (
    <ol className={styles.rows} aria-busy={rows.isPlaceholderData || undefined}>
      {rows.data.map((each) => {
        const row = checkedRow(type, each)
        return <RowLine key={row.row} type={type} row={row} design={design} onMend={onMend} />
      })}
    </ol>
  )
}

const EXAMPLES = ['01', '02', '03']

/** Three rows as they will look, while there are none. */
function Example({ type }: { type: ManyType }) {
  const { t } = useTranslation('code-batches')
  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <h2>{t('example')}</h2>
      </div>
      <ol className={`${styles.rows} ${styles.example}`} aria-hidden="true">
        {EXAMPLES.map((number, index) => (
          <RowLine
            key={number}
            type={EXAMPLE_TYPE}
            row={{
              row: index + 1,
              name: t('example.name', { number }),
              line: `example.com/menu?table=${number}`,
              id: type.isDynamic ? `T-${number}` : '',
              cells: { dynamicId: `T-${number}` },
              verdict: 'unchecked',
              problems: [],
            }}
            design={DEFAULT_QR_SETTINGS}
            onMend={undefined}
          />
        ))}
      </ol>
      <p className={styles.exampleText}>{t('example.text')}</p>
    </Card>
  )
}

const EXAMPLE_TYPE: ManyType = { contentType: 'Website', isDynamic: true }
