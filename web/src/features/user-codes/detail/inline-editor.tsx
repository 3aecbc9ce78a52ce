import { useClickOutside } from '@mantine/hooks'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/button'
import styles from './code-dialog.module.css'
import { useUnsavedEdit } from './unsaved-edits'

export interface InlineEditorProps {
  labelId: string
  draft: string
  error: string | undefined
  /** There is something to lose. */
  isChanged: boolean
  /** Somebody turned away from the change: save it or discard it. */
  isAsking: boolean
  hint?: string | undefined
  placeholder?: string | undefined
  inputMode?: 'url' | undefined
  isLtr?: boolean | undefined
  isMono?: boolean | undefined
  noteOf?: ((text: string, onText: (text: string) => void) => ReactNode) | undefined
  onChange: (draft: string) => void
  onLeave: () => void
  onAsk: () => void
  onSubmit: () => void
  onCancel: () => void
}

/** The field of a property. A press outside closes it; once something is typed it stays and asks. */
export function InlineEditor(props: InlineEditorProps) {
  const { t } = useTranslation('user-codes')
  const { isChanged, onAsk, labelId } = props
  // Not a touch: that may be the beginning of a scroll.
  const form = useClickOutside<HTMLFormElement>(() => (isChanged ? onAsk() : props.onCancel()), ['mousedown'])
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
    // The browser scrolls to the field alone, and would leave the buttons under it out of sight.
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [form])

  const ask = useCallback(() => {
    onAsk()
    form.current?.scrollIntoView({ block: 'nearest' })
    input.current?.focus()
  }, [onAsk, form])
  useUnsavedEdit(isChanged, ask)

  function submit(event: FormEvent) {
    event.preventDefault()
    props.onSubmit()
  }

  const describedBy = [props.error !== undefined && 'error', props.isAsking && 'question']
    .filter(Boolean)
    .map((part) => `${labelId}-${part}`)
  return (
    <form
      ref={form}
      className="stack fill gap-4"
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Esc closes the field, not the popup around it.
        event.stopPropagation()
        props.onCancel()
      }}
    >
      <input
        ref={input}
        data-autofocus
        aria-labelledby={labelId}
        aria-invalid={props.error !== undefined}
        aria-describedby={describedBy.join(' ') || undefined}
        className={styles.field}
        data-mono={props.isMono || undefined}
        dir={props.isLtr ? 'ltr' : 'auto'}
        inputMode={props.inputMode}
        placeholder={props.placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={props.draft}
        onChange={(event) => props.onChange(event.currentTarget.value)}
        onBlur={props.onLeave}
      />
      {props.error !== undefined && (
        <p id={`${labelId}-error`} className={`fine ${styles.error}`} role="alert">
          {props.error}
        </p>
      )}
      {props.noteOf?.(props.draft, props.onChange)}
      {props.isAsking && (
        <p id={`${labelId}-question`} className={`small ${styles.question}`} role="alert">
          {t('edit.unsaved')}
        </p>
      )}
      <div className="row wrap gap-4">
        <Button type="submit" size="sm" leftSection={<IconCheck size={15} stroke={2} aria-hidden />}>
          {t('edit.save')}
        </Button>
        <Button variant="subtle" size="sm" onClick={props.onCancel}>
          {t(props.isAsking ? 'edit.discard' : 'edit.cancel')}
        </Button>
        {props.hint && <span className={styles.hint}>{props.hint}</span>}
      </div>
    </form>
  )
}
