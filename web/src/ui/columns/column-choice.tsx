import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { Select } from '../field/select-field'
import styles from './column-choice.module.css'

export interface Column {
  /** Its heading, or its number. */
  name: string
  /** The first cells of it, in one line. */
  examples: string
  /** What it is; empty when it is left out. */
  field: string
}

export interface ColumnChoiceProps {
  columns: readonly Column[]
  /** What a column can be, with the words for it. */
  fields: readonly { value: string; label: string }[]
  skipLabel: string
  /** @param column counted from 0 */
  onChange: (column: number, field: string) => void
}

/** Which column of a table is what. */
export const ColumnChoice = ({ columns, fields, skipLabel, onChange }: ColumnChoiceProps) => (
  <ul className={styles.columns}>
    {columns.map(({ name, examples, field }, column) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other name than its place
      <li key={column} className={`row gap-5 ${styles.column}`}>
        <span className={`fill ${styles.columnName}`}>
          <b dir="auto">{name}</b>
          <span dir="auto">{examples}</span>
        </span>
        <IconChevronRight className="flip" size={16} stroke={1.7} aria-hidden />
        <Select
          isSmall
          className={field === '' ? `${styles.field} ${styles.skipped}` : styles.field}
          aria-label={name}
          value={field}
          onChange={({ currentTarget: { value } }) => onChange(column, value)}
        >
          <option value="">{skipLabel}</option>
          {fields.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </li>
    ))}
  </ul>
)
