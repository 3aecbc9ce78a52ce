import { useId } from 'react'
import styles from './picture-choice.module.css'
import { QrImage } from './qr-image'

export interface PictureChoiceProps<T extends string> {
  label: string
  isLabelHidden?: boolean
  options: readonly { value: T; label: string; svg: string }[]
  /** Null when none of them is chosen. */
  value: T | null
  onChange: (value: T) => void
  /** Lays out the pictures; their papers are `[data-paper]`. */
  className?: string | undefined
}

/** One of a few drawn codes; a radio group with arrow keys. */
export function PictureChoice<T extends string>({
  label,
  isLabelHidden = false,
  options,
  value,
  onChange,
  className,
}: PictureChoiceProps<T>) {
  const name = useId()
  return (
    <fieldset>
      <legend className={isLabelHidden ? 'visually-hidden' : `small ${styles.legend}`}>{label}</legend>
      <div className={className}>
        {options.map((option) => (
          <label key={option.value} className={styles.choice}>
            <input
              type="radio"
              name={name}
              value={option.value}
              className={`visually-hidden ${styles.input}`}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className={styles.paper} data-paper>
              <QrImage svg={option.svg} label="" />
            </span>
            <span className={`muted ${styles.name}`}>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
