import { DEFAULT_QR_SETTINGS, type QrDesign } from '@scanleaf/qr'
import type { BulkRun } from '@scanleaf/shared'
import { formatNumber } from '@scanleaf/shared'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/i18n/i18n'
import { Card } from '../../../../ui/card/card'
import { ListSkeleton } from '../../../../ui/list/list-skeleton'
import type { RowFilters } from '../../api'
import { PAGE_ROWS, RowsFoot, RowsPage } from '../../job/rows-page'
import { repeatedIds } from '../../state/local-rows'
import type { Cells, ManyType } from '../../state/row-fields'
import { RowLine } from './row-line'
import styles from './rows-card.module.css'
import { checkedRow, localRow, type ShownRow } from './shown-row'

const FILTERS = ['all', 'ready', 'refused'] as const
type Filter = (typeof FILTERS)[number]

export interface RowsCardProps {
  type: ManyType
  /** The rows that are typed, chosen or pasted. */
  rows: readonly Cells[]
  /** The dry run of these rows, once there is one. */
  run: BulkRun | null
  isChecking: boolean
  design: QrDesign
  onRepair: (row: ShownRow) => void
}

/** What becomes of each row, ten at a time. */
export function RowsCard({ type, rows, run, isChecking, design, onRepair }: RowsCardProps) {
  const [view, setView] = useState<{ of: string; filter: Filter; page: number }>({
    of: '',
    filter: 'all',
    page: 1,
  })
  const of = run?.id ?? `${rows.length}`
  const { filter, page } = view.of === of ? view : { filter: 'all' as const, page: 1 }
  const show = (next: { filter: Filter; page: number }) => setView({ of, ...next })
  if (rows.length === 0) return <Example type={type} />
  const counts = run
    ? { all: run.total, ready: run.ready, refused: run.skipped }
    : { all: rows.length, ready: null, refused: null }
  return (
    <Card className={styles.card}>
      <Head counts={counts} filter={filter} onFilter={(next) => show({ filter: next, page: 1 })} />
      {isChecking ? (
        <ListSkeleton rows={Math.min(rows.length, PAGE_ROWS)} />
      ) : run ? (
        <CheckedRows type={type} run={run} filter={filter} page={page} design={design} onRepair={onRepair} />
      ) : (
        <LocalRows type={type} rows={rows} page={page} design={design} />
      )}
      <RowsFoot
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
  const { t } = useTranslation('bulk')
  const language = useLanguage()
  return (
    <div className={`row wrap ${styles.head}`}>
      <h2>{t('rows', { count: counts.all ?? 0 })}</h2>
      {counts.ready !== null && (
        <div className="wrap gap-2">
          {FILTERS.map((each) => (
            <button
              key={each}
              type="button"
              className={`muted gap-3 ${styles.filter}`}
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

interface LocalRowsProps {
  type: ManyType
  rows: readonly Cells[]
  page: number
  design: QrDesign
}

/** Rows as the browser checks them while they are typed. */
function LocalRows({ type, rows, page, design }: LocalRowsProps) {
  const { t } = useTranslation('errors')
  const repeated = repeatedIds(rows)
  const from = (page - 1) * PAGE_ROWS
  return (
    <ol className={styles.rows}>
      {rows.slice(from, from + PAGE_ROWS).map((cells, index) => {
        const row = localRow(t, type, cells, from + index, repeated.has(from + index))
        return <RowLine key={row.row} type={type} row={row} design={design} onRepair={undefined} />
      })}
    </ol>
  )
}

const FILTERS_OF: Record<Filter, (run: BulkRun) => RowFilters> = {
  all: ({ total }) => [{ total }],
  ready: ({ ready: total }) => [{ outcome: 'ready', total }],
  refused: ({ skipped: total }) => [{ outcome: 'skipped', total }],
}

interface CheckedRowsProps {
  type: ManyType
  run: BulkRun
  filter: Filter
  page: number
  design: QrDesign
  onRepair: (row: ShownRow) => void
}

/** Rows as the dry run checked them. */
const CheckedRows = ({ type, run, filter, page, design, onRepair }: CheckedRowsProps) => (
  <RowsPage run={run} filters={FILTERS_OF[filter](run)} page={page}>
    {(rows, isOld) => (
      <ol className={styles.rows} aria-busy={isOld || undefined}>
        {rows.map((each) => {
          const row = checkedRow(type, each)
          return <RowLine key={row.row} type={type} row={row} design={design} onRepair={onRepair} />
        })}
      </ol>
    )}
  </RowsPage>
)

const EXAMPLES = ['01', '02', '03']

/** Three rows as they will look, while there are none. */
function Example({ type }: { type: ManyType }) {
  const { t } = useTranslation('bulk')
  return (
    <Card className={styles.card}>
      <div className={`row wrap ${styles.head}`}>
        <h2>{t('example')}</h2>
      </div>
      <ol className={`${styles.rows} muted ${styles.example}`} aria-hidden="true">
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
            onRepair={undefined}
          />
        ))}
      </ol>
      <p className={`small muted ${styles.exampleText}`}>{t('example.text')}</p>
    </Card>
  )
}

const EXAMPLE_TYPE: ManyType = { contentType: 'Website', isDynamic: true }
