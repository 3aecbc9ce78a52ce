import { useClickOutside } from '@mantine/hooks'
import { cleanLine, typedHost } from '@scanleaf/qr'
import type { FieldError, FieldIssue } from '@scanleaf/shared'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api/api-error'
import { fieldText } from '../../../lib/forms/field-text'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { Button, IconButton } from '../../../ui/button/button'
import styles from './code-dialog.module.css'

export interface EditablePropertyProps {
  label: string
  editLabel: string
  /** One line on the effect of a change, beside the buttons. */
  hint?: string
  value: string
  placeholder?: string
  inputMode?: 'url'
  /** An address or an identifier, in every language. */
  isLtr?: boolean
  isMono?: boolean
  startsEditing?: boolean
  /** Cleans a pasted text. */
  clean?: (text: string) => string
  /** The error of a text before it is sent. */
  problemOf: (text: string) => FieldError | FieldIssue | null
  /** A hint about the text while it is typed. */
  noteOf?: (text: string) => ReactNode
  /** Names of this field in the server's errors. */
  fields: readonly string[]
  onSave: (text: string) => Promise<unknown>
  /** The value as it is read. */
  children: ReactNode
}

type State = { draft: string; error?: string } | null

/**
 * A property with its pencil. Enter saves, Esc and a click outside close. The new value shows at once; when the server
 * refuses it, the field opens again with the typed text and the server's message under it.
 */
export function EditableProperty(props: EditablePropertyProps) {
  const { t } = useTranslation(['user-codes', 'errors'])
  const [edit, setEdit] = useState<State>(props.startsEditing ? { draft: props.value } : null)
  const [saving, setSaving] = useState<'idle' | 'saving' | 'saved'>('idle')
  const pencil = useRef<HTMLButtonElement>(null)
  const labelId = useId()
  const isAlive = useRef(true)
  useEffect(() => {
    isAlive.current = true
    return () => {
      isAlive.current = false
    }
  }, [])

  function close() {
    flushSync(() => setEdit(null))
    pencil.current?.focus()
  }

  const clean = props.clean ?? cleanLine

  async function save(typed: string) {
    const draft = clean(typed)
    const problem = props.problemOf(draft)
    if (problem !== null) {
      const issue = typeof problem === 'string' ? { code: problem } : problem
      setEdit({ draft, error: fieldText(t, issue, { host: bidiIsolate(typedHost(draft)) }) })
      return
    }
    close()
    if (draft === props.value) return
    setSaving('saving')
    try {
      await props.onSave(draft)
      if (isAlive.current) setSaving('saved')
    } catch (error) {
      if (!isAlive.current) return
      setSaving('idle')
      setEdit({ draft, error: messageFor(error, props.fields) ?? t('edit.failed') })
    }
  }

  return (
    <div className={styles.fact} data-editing={edit !== null || undefined}>
      <dt id={labelId}>{props.label}</dt>
      <dd>
        {edit === null ? (
          <>
            <span className={styles.value}>{props.children}</span>
            <span className={styles.end}>
              <span role="status" className={styles.saving}>
                {saving === 'saving' && t('edit.saving')}
                {saving === 'saved' && t('edit.saved')}
              </span>
              <IconButton
                ref={pencil}
                aria-label={props.editLabel}
                title={props.editLabel}
                onClick={() => setEdit({ draft: props.value })}
              >
                <IconPencil size={17} stroke={1.7} aria-hidden />
              </IconButton>
            </span>
          </>
        ) : (
          <Editor
            {...props}
            labelId={labelId}
            draft={edit.draft}
            error={edit.error}
            onChange={(draft) => setEdit({ draft })}
            onLeave={() => setEdit((now) => now && { ...now, draft: clean(now.draft) })}
            onSubmit={() => void save(edit.draft)}
            onCancel={close}
          />
        )}
      </dd>
    </div>
  )
}

/** The server's message for one of the fields, else for the whole. */
function messageFor(error: unknown, fields: readonly string[]): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  for (const field of fields) if (error.errors[field]) return error.errors[field]
  return error.message
}

interface EditorProps extends EditablePropertyProps {
  labelId: string
  draft: string
  error: string | undefined
  onChange: (draft: string) => void
  onLeave: () => void
  onSubmit: () => void
  onCancel: () => void
}

function Editor(props: EditorProps) {
  const { t } = useTranslation('user-codes')
  const outside = useClickOutside(props.onCancel)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])

  function submit(event: FormEvent) {
    event.preventDefault()
    props.onSubmit()
  }

  return (
    <form
      ref={outside}
      className={styles.editor}
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
        aria-labelledby={props.labelId}
        aria-invalid={props.error !== undefined}
        aria-describedby={props.error === undefined ? undefined : `${props.labelId}-error`}
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
        <p id={`${props.labelId}-error`} className={styles.error} role="alert">
          {props.error}
        </p>
      )}
      {props.noteOf?.(props.draft)}
      <div className={styles.editorActions}>
        <Button type="submit" size="sm" leftSection={<IconCheck size={15} stroke={2} aria-hidden />}>
          {t('edit.save')}
        </Button>
        <Button variant="subtle" size="sm" onClick={props.onCancel}>
          {t('edit.cancel')}
        </Button>
        {props.hint && <span className={styles.hint}>{props.hint}</span>}
      </div>
    </form>
  )
}
