import { type ReactNode, useId } from 'react'
import styles from './text-field.module.css'

export interface FieldProps {
  label: string
  required?: boolean | undefined
  /** One line under the field; an error takes its place. */
  hint?: string | undefined
  error?: string | undefined
  className?: string | undefined
  /** Where what is beside it says what it is for. */
  hidesLabel?: boolean | undefined
  /** Draws the control with the attributes that tie it to its label and its note. */
  children: (control: FieldControl) => ReactNode
}

export interface FieldControl {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A label, a control of any kind, and under it a hint or an error. */
export function Field(props: FieldProps) {
  const { label, required = false, hint, error, className, hidesLabel = false, children } = props
  const id = useId()
  const note = error ?? hint
  return (
    <div className={className}>
      <label className={hidesLabel ? 'visually-hidden' : `small ${styles.label}`} htmlFor={id}>
        {label}
        {required && <b aria-hidden="true"> *</b>}
      </label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': note === undefined ? undefined : `${id}-note`,
      })}
      {note !== undefined && (
        <p
          className={`fine muted ${styles.note}`}
          id={`${id}-note`}
          data-error={error === undefined ? undefined : ''}
        >
          {note}
        </p>
      )}
    </div>
  )
}
