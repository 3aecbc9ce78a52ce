import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button/button'
import { Checkbox } from '../../../ui/checkbox/checkbox'
import { SelectionBar } from '../../../ui/list/selection-bar'
import sortButton from '../../../ui/list/sort-button.module.css'
import type { RowSelection } from '../../../ui/list/use-selection'
import { Table } from '../../../ui/table/table'
import styles from '../catalogue.module.css'

export interface DataColumn<Item> {
  label: string
  /** Its name in the `sort` of the address. */
  sort?: string
  isNumber?: boolean
  cell: (item: Item) => ReactNode
}

export interface RowAction<Item> {
  label: string
  Icon: ComponentType<{ size: number; stroke: number }>
  onAction: (item: Item) => void
}

export interface DataTableProps<Item> {
  label: string
  items: readonly Item[]
  /** The first distinguishes a row from the others. */
  columns: readonly DataColumn<Item>[]
  nameOf: (item: Item) => string
  /** A column's `sort`, with `-` for the largest first. */
  sort: string
  onSort: (sort: string) => void
  actions: readonly RowAction<Item>[]
  selection: RowSelection
  /** Without it rows are neither deleted nor selected. */
  onDelete: ((ids: string[]) => void) | undefined
}

/** The rows of a page; while some are selected the header is replaced by the bar of bulk actions. */
export function DataTable<Item extends { id: string }>(props: DataTableProps<Item>) {
  const { t } = useTranslation('catalogue')
  const { items, columns, nameOf, actions, selection, onDelete } = props
  return (
    <Table className={styles.table} aria-label={props.label}>
      <thead>
        <Head {...props} />
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id} data-selected={selection.has(item.id) || undefined}>
            {onDelete && (
              <td className={styles.mark}>
                <Checkbox
                  label={t('select', { name: nameOf(item) })}
                  isChecked={selection.has(item.id)}
                  onToggle={(isRange) => selection.toggle(item.id, isRange)}
                />
              </td>
            )}
            {columns.map(({ label, isNumber, cell }, place) => (
              <td
                key={label}
                data-label={place === 0 ? undefined : label}
                data-first={place === 0 || undefined}
                data-number={isNumber || undefined}
              >
                {cell(item)}
              </td>
            ))}
            <td className={styles.acts}>
              <div>
                {[...actions, ...(onDelete ? [deletion(t('delete'), onDelete)] : [])].map(
                  ({ label, Icon, onAction }) => (
                    <IconButton
                      key={label}
                      aria-label={t('act.of', { act: label, name: nameOf(item) })}
                      title={label}
                      onClick={() => onAction(item)}
                    >
                      <Icon size={17} stroke={1.7} aria-hidden />
                    </IconButton>
                  ),
                )}
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const deletion = <Item extends { id: string }>(
  label: string,
  onDelete: (ids: string[]) => void,
): RowAction<Item> => ({ label, Icon: IconTrash, onAction: ({ id }) => onDelete([id]) })

function Head<Item extends { id: string }>(props: DataTableProps<Item>) {
  const { t } = useTranslation('catalogue')
  const { items, columns, selection, onDelete, sort, onSort } = props
  const count = selection.ids.length
  const isSelecting = count > 0
  return (
    <tr data-selecting={isSelecting || undefined}>
      {onDelete && (
        <th scope="col" className={styles.mark}>
          <Checkbox
            label={t('select-page')}
            isChecked={isSelecting && count === items.length}
            isMixed={isSelecting && count < items.length}
            onToggle={selection.toggleAll}
          />
        </th>
      )}
      {onDelete && isSelecting ? (
        <td colSpan={columns.length + 1} className={styles.barCell}>
          <SelectionBar
            text={t('selected', { count })}
            count={count}
            actions={[
              {
                name: 'delete',
                label: t('delete'),
                icon: <IconTrash size={16} stroke={1.7} aria-hidden />,
                isDangerous: true,
                run: () => onDelete(selection.ids),
              },
            ]}
            onClear={selection.clear}
          />
        </td>
      ) : (
        <>
          {columns.map((column) => (
            <ColumnHead key={column.label} column={column} sort={sort} onSort={onSort} />
          ))}
          <th scope="col" className={styles.actsHead}>
            <span>{t('column.actions')}</span>
          </th>
        </>
      )}
    </tr>
  )
}

interface ColumnHeadProps<Item> {
  column: DataColumn<Item>
  sort: string
  onSort: (sort: string) => void
}

function ColumnHead<Item>({ column, sort, onSort }: ColumnHeadProps<Item>) {
  const { label, sort: name, isNumber } = column
  if (name === undefined)
    return (
      <th scope="col" data-number={isNumber || undefined}>
        {label}
      </th>
    )
  const direction = sort === `-${name}` ? 'descending' : sort === name ? 'ascending' : 'none'
  return (
    <th scope="col" data-number={isNumber || undefined} aria-sort={direction}>
      <button
        type="button"
        className={`gap-2 ${sortButton.sort}`}
        onClick={() => onSort(direction === 'ascending' ? `-${name}` : name)}
      >
        {label}
        <IconArrowDown size={14} stroke={2} data-direction={direction} aria-hidden />
      </button>
    </th>
  )
}
