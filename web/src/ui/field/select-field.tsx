import type { ComponentPropsWithRef } from 'react'
import { Field } from './field'
import styles from './field.module.css'

export interface SelectFieldProps extends ComponentPropsWithRef<'select'> {
  label: string
  hint?: string | undefined
  error?: string | undefined
}

/** A labelled choice of one among a few; its options are its children. */
export function SelectField({ label, hint, error, className, ...props }: SelectFieldProps) {
  return (
    <Field label={label} required={props.required} hint={hint} error={error} className={className}>
      {(control) => <select {...props} {...control} className={`${styles.control} ${styles.select}`} />}
    </Field>
  )
}
