import { useId } from 'react'
import styles from './list.module.css'

export interface ChoiceProps<T extends string> {
  label: string
  options: readonly { value: T; text: string }[]
  value: T
  onChange: (value: string) => void
}

/** Narrows a list to one of many kinds. */
export function FilterSelect<T extends string>({ label, options, value, onChange }: ChoiceProps<T>) {
  const id = useId()
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  )
}
