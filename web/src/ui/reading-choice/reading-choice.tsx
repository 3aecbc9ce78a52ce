import { useId } from 'react'
import styles from './reading-choice.module.css'

export interface ReadingChoiceProps<T extends string> {
  label: string
  /** The ways to read a file, each with the first rows as they then are. */
  readings: readonly { encoding: T; rows: readonly string[] }[]
  value: T
  onChange: (encoding: T) => void
}

/** One of a few code pages, by what the rows of a file look like in it. */
export function ReadingChoice<T extends string>({ label, readings, value, onChange }: ReadingChoiceProps<T>) {
  const name = useId()
  return (
    <fieldset>
      <legend className={`small ${styles.legend}`}>{label}</legend>
      <div className={styles.choices}>
        {readings.map(({ encoding, rows }) => (
          <label key={encoding} className={`gap-5 ${styles.choice}`}>
            <input
              type="radio"
              name={name}
              value={encoding}
              className={styles.input}
              checked={encoding === value}
              onChange={() => onChange(encoding)}
            />
            <span className={`fill small ${styles.text}`}>
              {rows.map((row, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be the same
                <span key={place} dir="auto">
                  {row}
                </span>
              ))}
              <small dir="ltr">{encoding}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
