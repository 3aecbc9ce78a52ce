import { type ComponentPropsWithoutRef, useId, useRef } from 'react'
import box from '../../../../ui/field/text-field.module.css'
import { PLACEHOLDERS } from '../../state/local-rows'
import styles from './template-field.module.css'

export interface TemplateFieldProps
  extends Omit<ComponentPropsWithoutRef<'input'>, 'id' | 'value' | 'onChange' | 'dir'> {
  label: string
  value: string
  /** Marks `{n}`, which a number takes the place of. */
  hasNumbers: boolean
  /** Technical text reads from left to right in every language. */
  dir?: 'ltr'
  /** Beside the label. */
  aside?: string | undefined
  /** Before the text, not part of it. */
  prefix?: string | undefined
  hint?: string | undefined
  error?: string | undefined
  onChange: (value: string) => void
}

/** A line of text in which the placeholder of the number stands out: a copy under the text carries the mark. */
export function TemplateField(props: TemplateFieldProps) {
  const { label, value, hasNumbers, dir, aside, prefix, hint, error, onChange, ...input } = props
  const id = useId()
  const copy = useRef<HTMLDivElement>(null)
  const note = error ?? hint
  return (
    <div>
      <label className={`small ${box.label}`} htmlFor={id}>
        {label}
        {input.required && <b aria-hidden="true"> *</b>}
        {aside && <span className={`muted ${styles.aside}`}> ({aside})</span>}
      </label>
      <div className={`row ${box.box}`} dir={dir}>
        {prefix && <span className={`muted clip ${box.start}`}>{prefix}</span>}
        <div className={`fill ${styles.stack}`}>
          {hasNumbers && (
            <div ref={copy} className={styles.copy} dir={dir ?? 'auto'} aria-hidden="true">
              {partsOf(value).map(({ text, isNumber, place }) =>
                isNumber ? <mark key={place}>{text}</mark> : <span key={place}>{text}</span>,
              )}
            </div>
          )}
          <input
            {...input}
            id={id}
            className={`${box.input} ${styles.input}`}
            dir={dir ?? 'auto'}
            autoComplete="off"
            value={value}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={note === undefined ? undefined : `${id}-note`}
            onChange={(event) => onChange(event.currentTarget.value)}
            onScroll={({ currentTarget }) => {
              if (copy.current) copy.current.scrollLeft = currentTarget.scrollLeft
            }}
          />
        </div>
      </div>
      {note !== undefined && (
        <p
          id={`${id}-note`}
          className={`fine muted ${box.note}`}
          data-error={error === undefined ? undefined : ''}
        >
          {note}
        </p>
      )}
    </div>
  )
}

function partsOf(value: string) {
  const parts: { text: string; isNumber: boolean; place: number }[] = []
  let end = 0
  const add = (text: string, isNumber: boolean) => {
    if (text !== '') parts.push({ text, isNumber, place: end })
    end += text.length
  }
  for (const { 0: part, index } of value.matchAll(PLACEHOLDERS)) {
    add(value.slice(end, index), false)
    add(part, part === '{n}')
  }
  add(value.slice(end), false)
  return parts
}
