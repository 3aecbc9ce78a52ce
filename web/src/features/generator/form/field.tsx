import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { type ComponentPropsWithoutRef, type ReactNode, useId } from 'react'
import box from '../../../ui/field/text-field.module.css'
import styles from './field.module.css'

interface Frame {
  label: string
  /** The label is read out, not shown: something above the field says it. */
  isLabelHidden?: boolean
  error: string | undefined
  /** At the end of the line of the label. */
  count?: string | undefined
  /** Note under the input while there is no error. */
  note?: ReactNode
  /** In the box before the text. */
  start?: ReactNode
  /** In the box after the text. */
  end?: ReactNode
}

type FrameProps = Frame & {
  id: string
  isRequired: boolean | undefined
  dir?: 'ltr'
  children: ReactNode
}

function FieldFrame({
  id,
  label,
  isLabelHidden,
  isRequired,
  error,
  count,
  note,
  start,
  end,
  dir,
  children,
}: FrameProps) {
  return (
    <div>
      <div className={isLabelHidden ? 'visually-hidden' : `small ${box.label}`}>
        <label htmlFor={id}>{label}</label>
        {isRequired && <b aria-hidden="true"> *</b>}
        {count !== undefined && (
          <span id={`${id}-count`} className={`muted ${styles.count}`}>
            {count}
          </span>
        )}
      </div>
      <div className={`row ${box.box} ${styles.box}`} dir={dir}>
        {start}
        {children}
        {end}
      </div>
      {/* Its place is kept, so that nothing moves away under a pointer that is on its way to a button. */}
      <div className={styles.note}>
        {error !== undefined && (
          <p id={`${id}-note`} className={`fine ${styles.error}`} role="alert">
            {error}
          </p>
        )}
        {error === undefined && note && <div id={`${id}-note`}>{note}</div>}
      </div>
    </div>
  )
}

/** Associates an input with its error, or else its note, and its count. */
function inputProps(id: string, error: string | undefined, note?: ReactNode, count?: string) {
  const notes = [(error !== undefined || note) && `${id}-note`, count !== undefined && `${id}-count`]
  return {
    id,
    'aria-invalid': error !== undefined,
    'aria-describedby': notes.filter(Boolean).join(' ') || undefined,
  }
}

/** A line of text; technical text (`dir="ltr"`) reads from left to right in every language. */
export function DraftField({
  label,
  isLabelHidden = false,
  error,
  count,
  note,
  start,
  end,
  dir,
  ...input
}: Frame & Omit<ComponentPropsWithoutRef<'input'>, 'id' | 'dir'> & { dir?: 'ltr' }) {
  const id = useId()
  const frame = {
    id,
    label,
    isLabelHidden,
    error,
    count,
    note,
    start,
    end,
    isRequired: input.required,
    ...(dir && { dir }),
  }
  return (
    <FieldFrame {...frame}>
      <input
        {...input}
        {...inputProps(id, error, note, count)}
        dir={dir ?? 'auto'}
        className={`fill ${box.input}`}
      />
    </FieldFrame>
  )
}

/** Several lines of text; grows with them. */
export function TextArea({
  label,
  error,
  ...input
}: Frame & Omit<ComponentPropsWithoutRef<'textarea'>, 'id'>) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} error={error} isRequired={input.required}>
      <textarea
        {...input}
        {...inputProps(id, error)}
        dir="auto"
        className={`fill ${box.input} ${styles.area}`}
      />
    </FieldFrame>
  )
}

/** One of a few values. */
export function DraftSelectField({
  label,
  error,
  children,
  ...input
}: Frame & Omit<ComponentPropsWithoutRef<'select'>, 'id'>) {
  const id = useId()
  return (
    <FieldFrame
      id={id}
      label={label}
      error={error}
      isRequired={input.required}
      end={<IconChevronDown className={styles.chevron} size={17} stroke={1.7} aria-hidden />}
    >
      <select {...input} {...inputProps(id, error)} className={`fill ${box.input} ${styles.select}`}>
        {children}
      </select>
    </FieldFrame>
  )
}
