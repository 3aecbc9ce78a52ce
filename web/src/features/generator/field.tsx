import { type ComponentPropsWithoutRef, type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './field.module.css'

export interface FieldProps extends Omit<ComponentPropsWithoutRef<'input'>, 'id'> {
  label: string
  /** The label is read out, not shown: something above the field says it. */
  isLabelHidden?: boolean
  error: string | undefined
  /** In the box before the text. */
  start?: ReactNode
  /** In the box after the text. */
  end?: ReactNode
}

/** A line of technical text, read from left to right in every language; takes the focus when an error comes. */
export function Field({ label, isLabelHidden = false, error, start, end, ...input }: FieldProps) {
  const id = useId()
  const element = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (error !== undefined) element.current?.focus()
  }, [error])
  return (
    <div>
      <div className={isLabelHidden ? styles.hidden : styles.label}>
        <label htmlFor={id}>{label}</label>
        {input.required && <b aria-hidden="true"> *</b>}
      </div>
      <div className={styles.box} dir="ltr" data-error={error !== undefined || undefined}>
        {start}
        <input
          {...input}
          id={id}
          ref={element}
          className={styles.input}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {end}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
