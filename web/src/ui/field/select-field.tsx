import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import type { ComponentPropsWithRef } from 'react'
import { Field } from './field'
import styles from './field.module.css'

export interface SelectProps extends ComponentPropsWithRef<'select'> {
  /** 34 px high, where it stands in a line of text or of a list. */
  isSmall?: boolean
}

/** The one look of a choice of one among a few, in every browser; its options are its children. */
export function Select({ isSmall = false, className, ...props }: SelectProps) {
  return (
    <span className={className ? `${styles.choice} ${className}` : styles.choice}>
      <select {...props} data-small={isSmall || undefined} className={`${styles.control} ${styles.select}`} />
      <IconChevronDown size={17} stroke={1.7} aria-hidden />
    </span>
  )
}

export interface SelectFieldProps extends ComponentPropsWithRef<'select'> {
  label: string
  hint?: string | undefined
  error?: string | undefined
  hidesLabel?: boolean
}

/** A select with its label. */
export function SelectField({ label, hint, error, className, hidesLabel, ...props }: SelectFieldProps) {
  return (
    <Field {...{ label, hint, error, className, hidesLabel }} required={props.required}>
      {(control) => <Select {...props} {...control} />}
    </Field>
  )
}
