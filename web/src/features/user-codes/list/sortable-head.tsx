import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import { useTranslation } from 'react-i18next'
import styles from '../../../ui/list/sort-button.module.css'

/** Columns with a sort of their own, and its name in the address. */
const SORTS = { created: 'createdAt', scans: 'scanCounter' } as const
type SortableColumn = keyof typeof SORTS
export const isSortable = (column: string): column is SortableColumn => column in SORTS

interface SortableHeadProps {
  column: SortableColumn
  sort: string
  onSort: (sort: string) => void
}

/** The first press puts the largest first, the second the smallest. */
export function SortableHeader({ column, sort, onSort }: SortableHeadProps) {
  const { t } = useTranslation('user-codes')
  const name = SORTS[column]
  const shown = sort || '-createdAt'
  const direction = shown === `-${name}` ? 'descending' : shown === name ? 'ascending' : 'none'
  return (
    <th scope="col" data-column={column} data-number={column === 'scans' || undefined} aria-sort={direction}>
      <button
        type="button"
        className={`gap-2 ${styles.sort}`}
        onClick={() => onSort(direction === 'descending' ? name : `-${name}`)}
      >
        {t(`column.${column}`)}
        <IconArrowDown size={14} stroke={2} data-direction={direction} aria-hidden />
      </button>
    </th>
  )
}
