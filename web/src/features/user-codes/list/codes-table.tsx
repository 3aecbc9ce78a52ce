import type { ProductId, UserCode } from '@scanleaf/shared'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/button'
import { Checkbox } from '../../../ui/checkbox/checkbox'
import type { Selection } from '../../../ui/list/use-selection'
import type { RowAction } from '../actions/action-list'
import type { ScanTrendProps } from '../slots'
import { CodeRow } from './code-row'
import styles from './codes-table.module.css'
import { isSortable, SortableHeader } from './sortable-head'

export interface CodesTableProps {
  productId: ProductId
  label: string
  codes: UserCode[]
  selection: Selection
  /** Rows that are being deleted. */
  leavingIds: readonly string[]
  isPhone: boolean
  /** A column name with `-` for the largest first; empty for the newest first. */
  sort: string
  ScanTrend?: ComponentType<ScanTrendProps> | undefined
  onSort: (sort: string) => void
  onAction: (action: RowAction, code: UserCode) => void
  onDelete: (ids: string[]) => void
}

/** The columns on screen by their name in the texts and the styles; a phone puts type and date under the content. */
function columnsOf(productId: ProductId, isPhone: boolean) {
  const columns = ['mark', 'image', 'content', 'type', 'created', 'scans', 'actions'] as const
  return columns.filter((column) => {
    if (column === 'scans') return productId === 'dynamic-code'
    return !isPhone || (column !== 'type' && column !== 'created')
  })
}

/** The rows of a page. While some are selected the header is replaced by the selection bar. */
export function CodesTable(props: CodesTableProps) {
  const { codes, selection, isPhone, productId } = props
  const shownIds = codes.map(({ id }) => id)
  return (
    <table aria-label={props.label} className={styles.table} data-product={productId}>
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
    </table>
  )
}

function HeadRow({ productId, codes, selection, isPhone, sort, onSort, onDelete }: CodesTableProps) {
  const { t } = useTranslation('user-codes')
  const count = selection.ids.length
  const isSelecting = count > 0
  const columns = columnsOf(productId, isPhone).slice(1)
  return (
    <tr className={styles.head} data-selecting={isSelecting || undefined}>
      <th scope="col">
        <Checkbox
          label={t('select-page')}
          isChecked={isSelecting && count === codes.length}
          isMixed={isSelecting && count < codes.length}
          onToggle={selection.toggleAll}
        />
      </th>
      {isSelecting ? (
        <td colSpan={columns.length}>
          <SelectionBar count={count} onClear={selection.clear} onDelete={() => onDelete(selection.ids)} />
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

interface SelectionBarProps {
  count: number
  onClear: () => void
  onDelete: () => void
}

function SelectionBar({ count, onClear, onDelete }: SelectionBarProps) {
  const { t } = useTranslation('user-codes')
  return (
    <div className={styles.selectionBar}>
      <span role="status" className={styles.cut}>
        {t('selected', { count })}
      </span>
      <Button variant="subtle" size="sm" className={styles.clear} onClick={onClear}>
        <IconX size={18} stroke={1.7} className={styles.cross} aria-hidden />
        <span className={styles.clearWords}>{t('clear-selection')}</span>
      </Button>
      <Button
        variant="default"
        color="red"
        size="sm"
        className={styles.delete}
        leftSection={<IconTrash size={16} stroke={1.7} className={styles.bin} aria-hidden />}
        onClick={onDelete}
      >
        {t('delete-selected', { count })}
      </Button>
    </div>
  )
}
