import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import type { ComponentPropsWithRef } from 'react'
import { Field } from './field'
import styles from './field.module.css'

export interface SelectFieldProps extends ComponentPropsWithRef<'select'> {
  label: string
  hint?: string | undefined
  error?: string | undefined
  hidesLabel?: boolean
}

/** A labelled choice of one among a few; its options are its children. */
export function SelectField({ label, hint, error, className, hidesLabel, ...props }: SelectFieldProps) {
  return (
    <Field {...{ label, hint, error, className, hidesLabel }} required={props.required}>
      {(control) => (
        <span className={styles.choice}>
          <select {...props} {...control} className={`${styles.control} ${styles.select}`} />
          <IconChevronDown size={17} stroke={1.7} aria-hidden />
        </span>
      )}
    </Field>
  )
}
