import { cleanLine, typedHost } from '@scanleaf/qr'
import type { FieldError, FieldIssue } from '@scanleaf/shared'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api/api-error'
import { fieldText } from '../../../lib/forms/field-text'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { useMay } from '../../../lib/session/workspace'
import { IconButton } from '../../../ui/button/button'
import styles from './code-dialog.module.css'
import { InlineEditor } from './inline-editor'

export interface InlineEdit {
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
  /** A hint about the text while it is typed, which may put another text in its place. */
  noteOf?: (text: string, onText: (text: string) => void) => ReactNode
  /** Names of this field in the server's errors. */
  fields: readonly string[]
  onSave: (text: string) => Promise<unknown>
}

type State = { draft: string; error?: string; isAsking?: boolean } | null

/**
 * The editing of one value. Enter saves, Esc closes; a press outside closes what is unchanged, and asks about what is
 * not. The new value shows at once; when the server refuses it, the field opens again with the typed text and the
 * server's message under it.
 * @param labelId the element that names the field
 * @returns the field while it is open, and the pencil with the state of saving
 */
export function useInlineEdit(
  props: InlineEdit,
  labelId: string,
): { editor: ReactNode | null; pencil: ReactNode } {
  const { t } = useTranslation(['user-codes', 'errors'])
  const mayWrite = useMay('codes:write')
  const [edit, setEdit] = useState<State>(props.startsEditing && mayWrite ? { draft: props.value } : null)
  const [saving, setSaving] = useState<'idle' | 'saving' | 'saved'>('idle')
  const pencil = useRef<HTMLButtonElement>(null)
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
  const onAsk = useCallback(() => setEdit((now) => now && { ...now, isAsking: true }), [])

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

  return {
    editor: edit && (
      <InlineEditor
        {...props}
        labelId={labelId}
        draft={edit.draft}
        error={edit.error}
        isChanged={edit.draft !== props.value}
        isAsking={edit.isAsking ?? false}
        onChange={(draft) => setEdit({ draft })}
        onLeave={() => setEdit((now) => now && { ...now, draft: clean(now.draft) })}
        onAsk={onAsk}
        onSubmit={() => void save(edit.draft)}
        onCancel={close}
      />
    ),
    pencil: mayWrite && (
      <>
        <span role="status" className={`fine ${styles.saving}`}>
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
      </>
    ),
  }
}

/** The server's message for one of the fields, else for the whole. */
function messageFor(error: unknown, fields: readonly string[]): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  for (const field of fields) if (error.errors[field]) return error.errors[field]
  return error.message
}
