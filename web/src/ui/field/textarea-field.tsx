import type { ComponentPropsWithRef } from 'react'
import { Field } from './field'
import styles from './field.module.css'

export interface TextAreaFieldProps extends ComponentPropsWithRef<'textarea'> {
  label: string
  hint?: string | undefined
  error?: string | undefined
}

/** A labelled text of several lines that grows with its content. */
export function TextareaField({ label, hint, error, className, ...props }: TextAreaFieldProps) {
  return (
    <Field label={label} required={props.required} hint={hint} error={error} className={className}>
      {(control) => <textarea {...props} {...control} className={`${styles.control} ${styles.area}`} />}
    </Field>
  )
}
