import type { ProductId, UserCode } from '@scanleaf/shared'
import { type ComponentType, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../../ui/checkbox/checkbox'
import { Table } from '../../../ui/table/table'
import type { RowAction } from '../actions/action-list'
import type { ManyActionsProps, ScanTrendProps } from '../slots'
import { CodeRow } from './code-row'
import styles from './codes-table.module.css'
import { isSortable, SortableHeader } from './sortable-head'
import type { CodeSelection } from './use-code-selection'

export interface CodesTableProps {
  productId: ProductId
  label: string
  codes: UserCode[]
  selection: CodeSelection
  /** Rows that are being deleted. */
  leavingIds: readonly string[]
  isPhone: boolean
  /** A column name with `-` for the largest first; empty for the newest first. */
  sort: string
  ScanTrend?: ComponentType<ScanTrendProps> | undefined
  ManyActions?: ComponentType<ManyActionsProps> | undefined
  onSort: (sort: string) => void
  onAction: (action: RowAction, code: UserCode) => void
}

/** The columns on screen by their name in the texts and the styles; a phone puts type, scans and date under the content. */
function columnsOf(productId: ProductId, isPhone: boolean) {
  const columns = ['mark', 'image', 'content', 'type', 'created', 'scans', 'actions'] as const
  return columns.filter((column) => {
    if (column === 'scans' && productId !== 'dynamic-code') return false
    return !isPhone || !['type', 'created', 'scans'].includes(column)
  })
}

const CodesSelection = lazy(async () => ({ default: (await import('./codes-selection')).CodesSelection }))

/** The rows of a page. While some are selected the header is replaced by the selection bar. */
export function CodesTable(props: CodesTableProps) {
  const { codes, selection, isPhone, productId } = props
  const shownIds = codes.map(({ id }) => id)
  return (
    <Table aria-label={props.label} className={styles.table} data-product={productId}>
      <colgroup>
        {columnsOf(productId, isPhone).map((column) => (
          <col key={column} className={styles[`${column}Column`]} />
        ))}
      </colgroup>
      <thead>
        <HeadRow {...props} />
      </thead>
      <tbody>
        {codes.map((code) => (
          <CodeRow
            key={code.id}
            code={code}
            isSelected={selection.has(code.id)}
            isLeaving={props.leavingIds.includes(code.id)}
            isPhone={isPhone}
            ScanTrend={props.ScanTrend}
            shownIds={shownIds}
            onToggle={(isRange) => selection.toggle(code.id, isRange)}
            onAction={props.onAction}
          />
        ))}
      </tbody>
    </Table>
  )
}

function HeadRow(props: CodesTableProps) {
  const { productId, codes, selection, isPhone, sort, onSort } = props
  const { t } = useTranslation('user-codes')
  const count = selection.ids.length
  const isSelecting = count > 0
  const columns = columnsOf(productId, isPhone).slice(1)
  return (
    <tr className={styles.head} data-selecting={isSelecting || undefined}>
      <th scope="col">
        <Checkbox
          label={t('select-page')}
          isChecked={count >= codes.length}
          isMixed={isSelecting && count < codes.length}
          onToggle={selection.toggleAll}
        />
      </th>
      {isSelecting ? (
        <td colSpan={columns.length}>
          <Suspense>
            <CodesSelection productId={productId} selection={selection} ManyActions={props.ManyActions} />
          </Suspense>
        </td>
      ) : (
        columns.map((column) =>
          isSortable(column) && !isPhone ? (
            <SortableHeader key={column} column={column} sort={sort} onSort={onSort} />
          ) : (
            <th key={column} scope="col" data-column={column}>
              <span>{t(`column.${column}`)}</span>
            </th>
          ),
        )
      )}
    </tr>
  )
}
