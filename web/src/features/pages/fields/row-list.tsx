import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button/button'
import { showToast } from '../../../ui/toast/toasts'
import { inserted, moved, without } from '../state/lists'
import styles from './fields.module.css'

/** How long a removal can be undone, in milliseconds. */
const UNDO_MS = 8000

/** Says what was removed, and brings it back. */
export function useSayRemoved(): (name: string, undo: () => void) => void {
  const { t } = useTranslation('page-editor')
  return (name, undo) =>
    showToast({
      kind: 'success',
      title: t('removed', { name }),
      action: { label: t('undo'), onClick: undo },
      visibleMs: UNDO_MS,
    })
}

/** Says what was removed from a list, and puts it back into the list as it is by then. */
export function usePutBack<Row>(
  rows: readonly Row[],
  onChange: (rows: Row[]) => void,
): (name: string, row: Row, at: number) => void {
  const sayRemoved = useSayRemoved()
  const latest = useRef({ rows, onChange })
  useEffect(() => {
    latest.current = { rows, onChange }
  })
  return (name, row, at) =>
    sayRemoved(name, () => latest.current.onChange(inserted(latest.current.rows, at, row)))
}

export interface RowToolsProps {
  name: string
  at: number
  count: number
  onMove: (to: number) => void
  /** Without it, it stays. */
  onRemove?: (() => void) | undefined
}

/** The way of the keyboard to another order. */
export function RowTools({ name, at, count, onMove, onRemove }: RowToolsProps) {
  const { t } = useTranslation('page-editor')
  return (
    <span className={`row ${styles.tools}`}>
      <IconButton aria-label={t('move-up', { name })} disabled={at === 0} onClick={() => onMove(at - 1)}>
        <IconArrowUp size={17} stroke={1.7} aria-hidden />
      </IconButton>
      <IconButton
        aria-label={t('move-down', { name })}
        disabled={at === count - 1}
        onClick={() => onMove(at + 1)}
      >
        <IconArrowDown size={17} stroke={1.7} aria-hidden />
      </IconButton>
      {onRemove && (
        <IconButton aria-label={t('remove', { name })} onClick={onRemove}>
          <IconTrash size={17} stroke={1.7} aria-hidden />
        </IconButton>
      )}
    </span>
  )
}

export interface AddButtonProps {
  label: string
  disabled?: boolean
  onClick: () => void
}

export const AddButton = ({ label, disabled = false, onClick }: AddButtonProps) => (
  <button type="button" className={`row gap-4 ${styles.add}`} disabled={disabled} onClick={onClick}>
    <IconPlus size={17} stroke={1.7} aria-hidden />
    {label}
  </button>
)

export interface RowListProps<Row> {
  rows: readonly Row[]
  min?: number
  max: number
  /** What adds a row: a button with this label, unless `add` does. */
  addLabel?: string
  newRow?: () => Row
  add?: ReactNode
  /** Of a row, for its buttons. */
  nameOf: (row: Row, at: number) => string
  /** A row is one field. */
  isLine?: boolean
  onChange: (rows: Row[]) => void
  children: (row: Row, at: number, onChange: (row: Row) => void) => ReactNode
}

/** Things of one kind in an order: added, moved, removed, brought back. */
export function RowList<Row>(props: RowListProps<Row>) {
  const { rows, min = 0, max, nameOf, isLine = false, add, addLabel = '', newRow, onChange, children } = props
  const putBack = usePutBack(rows, onChange)
  return (
    <>
      <ol className={styles.rows}>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name than its place
          <li key={at} className={isLine ? styles.line : styles.row}>
            {children(row, at, (next) => onChange(rows.map((each, place) => (place === at ? next : each))))}
            <RowTools
              name={nameOf(row, at)}
              at={at}
              count={rows.length}
              onMove={(to) => onChange(moved(rows, at, to))}
              onRemove={
                rows.length <= min
                  ? undefined
                  : () => {
                      onChange(without(rows, at))
                      putBack(nameOf(row, at), row, at)
                    }
              }
            />
          </li>
        ))}
      </ol>
      {newRow ? (
        <AddButton
          label={addLabel}
          disabled={rows.length >= max}
          onClick={() => onChange([...rows, newRow()])}
        />
      ) : (
        add
      )}
    </>
  )
}
