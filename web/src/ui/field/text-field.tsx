import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import styles from './text-field.module.css'

export interface TextFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'size'> {
  label: string
  /** Under the field; an error takes its place. */
  hint?: ReactNode
  error?: string | undefined
  /** A prefix inside the field, not part of its value. */
  start?: string
  /** In the field, at its end: a button. */
  end?: ReactNode
  /** 40 px, or 44. */
  size?: 'md' | 'lg'
}

/** A labelled line of text, for the first screens; its error is read out with it. */
export function TextField({
  label,
  hint,
  error,
  start,
  end,
  size = 'md',
  className,
  ...props
}: TextFieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className={className}>
      <label className={`small ${styles.label}`} htmlFor={id}>
        {label}
        {props.required && <b aria-hidden="true"> *</b>}
      </label>
      <div className={`row ${styles.box}`} data-size={size} dir={start && 'ltr'}>
        {start && (
          <span className={`muted clip ${styles.start}`} aria-hidden="true">
            {start}
          </span>
        )}
        <input
          {...props}
          id={id}
          className={`fill ${styles.input}`}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
        />
        {end}
      </div>
      {note !== undefined && (
        <div
          className={`fine muted ${styles.note}`}
          id={`${id}-note`}
          data-error={error === undefined ? undefined : ''}
        >
          {note}
        </div>
      )}
    </div>
  )
}
