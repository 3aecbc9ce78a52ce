import { type ReactNode, useId } from 'react'
import styles from './segmented-control.module.css'

export interface SegmentsProps<T extends string> {
  label: string
  options: readonly { value: T; label: string; icon?: ReactNode }[]
  value: T
  onChange: (value: T) => void
}

/** One of a few short choices side by side; a radio group with arrow keys. */
export function SegmentedControl<T extends string>({ label, options, value, onChange }: SegmentsProps<T>) {
  const name = useId()
  return (
    <fieldset className={`wrap gap-1 ${styles.segments}`}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={`row small muted gap-4 ${styles.segment}`}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon}
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
