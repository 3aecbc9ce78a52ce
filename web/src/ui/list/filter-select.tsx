import { SelectField } from '../field/select-field'
import styles from './list.module.css'

export interface ChoiceProps<T extends string> {
  label: string
  options: readonly { value: T; text: string }[]
  value: T
  onChange: (value: string) => void
}

/** Narrows a list to one of many kinds. */
export const FilterSelect = <T extends string>({ label, options, value, onChange }: ChoiceProps<T>) => (
  <SelectField
    className={styles.choice}
    label={label}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  >
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.text}
      </option>
    ))}
  </SelectField>
)
