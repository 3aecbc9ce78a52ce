import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../../lib/forms/field-text'
import styles from './check-list.module.css'

export interface CheckListProps<T extends string> {
  legend: string
  /** Each in words; its value is shown under them. */
  options: readonly { value: T; label: string }[]
  chosen: readonly T[]
  onChange: (chosen: T[]) => void
}

/** Several of a few choices, at least one. */
export function CheckList<T extends string>({ legend, options, chosen, onChange }: CheckListProps<T>) {
  const { t } = useTranslation(['common', 'errors'])
  const errorId = useId()
  const toggle = (value: T) =>
    onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value])
  return (
    <fieldset className={styles.list} aria-describedby={errorId}>
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value} className={styles.choice}>
          <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
          <span>
            {label}
            <code dir="ltr">{value}</code>
          </span>
        </label>
      ))}
      <p id={errorId} className={styles.error} role="alert">
        {chosen.length === 0 && fieldText(t, { code: 'required' })}
      </p>
    </fieldset>
  )
}
