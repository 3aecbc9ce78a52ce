import type { ReadContentResponse } from '@scanleaf/shared'
import IconClipboardText from '@tabler/icons-react/dist/esm/icons/IconClipboardText.mjs'
import IconPhotoScan from '@tabler/icons-react/dist/esm/icons/IconPhotoScan.mjs'
import { useNavigate } from '@tanstack/react-router'
import { type ClipboardEvent, type DragEvent, type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../../lib/api/api-error'
import { readPicture } from '../../../lib/qr/scan/client'
import { Button, IconButton } from '../../../ui/button/button'
import box from '../../../ui/field/text-field.module.css'
import { FileInput } from '../../../ui/file-drop/file-input'
import { ErrorMessage } from '../../../ui/message/error-message'
import { showToast } from '../../../ui/toast/toasts'
import type { CodeKind } from '../state/tabs'
import styles from './paste-box.module.css'
import { keepReadContent, readAnything } from './read-content'

export interface PasteBoxProps {
  page: CodeKind
  /** The draft of the page holds what was read. */
  onRead?: (content: ReadContentResponse) => void
}

/** Any text, or a picture of a code, which stays in the browser: the form of the right type opens with it filled in. */
export function PasteBox({ page, onRead }: PasteBoxProps) {
  const { t } = useTranslation(['generator', 'errors', 'content-types'])
  const navigate = useNavigate()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isReading, setIsReading] = useState(false)
  const [isOver, setIsOver] = useState(false)
  const [error, setError] = useState<string | null>(null)

  /** @param find the text to read, or what is wrong with where it should be */
  async function read(find: () => Promise<{ text: string } | { problem: string }>) {
    if (isReading) return
    setIsReading(true)
    setError(null)
    try {
      const found = await find()
      if ('problem' in found) setError(found.problem)
      else take(await readAnything(found.text))
    } catch (failed) {
      const refused = failed instanceof ApiError ? failed.errors['text'] : undefined
      setError(refused ?? messageOf(failed, t('error-occurred')))
    }
    setIsReading(false)
  }

  function take(content: ReadContentResponse) {
    // What is wrong with a field that is empty, and not that it is, is about the text: nothing can be made of it.
    const problems = Object.entries(content.problems)
    const whole = problems.find(([field, code]) => !content.content[field] && code !== 'required')
    if (whole) return setError(t(`errors:field.${whole[1]}`))
    const tab = keepReadContent(page, content)
    const type = t(`content-types:type.${content.contentType}` as 'content-types:type.Website')
    setTyped('')
    showToast({ kind: 'success', title: t('paste.filled', { type }) })
    onRead?.(content)
    void navigate({
      to: `/${page}-codes/generator`,
      search: tab === 'website' ? {} : { type: tab },
      replace: onRead !== undefined,
    })
  }

  const readText = (text: string) => void read(async () => ({ text }))
  const readFile = (file: File) =>
    void read(async () => {
      try {
        const text = await readPicture(file)
        return text === null ? { problem: t('errors:field.no-code-in-picture') } : { text }
      } catch {
        return { problem: t('errors:field.broken-image') }
      }
    })

  function onPaste(event: ClipboardEvent) {
    const [file] = event.clipboardData.files
    const text = event.clipboardData.getData('text/plain')
    if (!file && text.trim() === '') return
    event.preventDefault()
    // What the clipboard of a spreadsheet or a browser says is worth more than its picture of it.
    if (text.trim() === '' && file) readFile(file)
    else {
      setTyped(text)
      readText(text)
    }
  }

  function onDrop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    const text = event.dataTransfer.getData('text/plain')
    if (file) readFile(file)
    else if (text.trim() !== '') readText(text)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (typed.trim() === '') setError(t('errors:field.required'))
    else readText(typed)
  }

  return (
    <form
      className={styles.paste}
      noValidate
      onSubmit={submit}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <div className={`row ${box.box} ${styles.box}`} data-over={isOver || undefined}>
        <IconClipboardText size={17} stroke={1.7} aria-hidden />
        <textarea
          rows={1}
          {...(typed !== '' && { dir: 'auto' })}
          className={`fill ${box.input} ${styles.input}`}
          value={typed}
          placeholder={t('paste')}
          aria-label={t('paste')}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : id}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onPaste={onPaste}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
        <FileInput ref={input} accept="image/*" onFile={readFile} />
        <IconButton
          aria-label={t('picture.read')}
          title={t('picture.read')}
          onClick={() => input.current?.click()}
        >
          <IconPhotoScan size={18} stroke={1.7} aria-hidden />
        </IconButton>
        <Button type="submit" variant="light" size="sm" loading={isReading}>
          {t('paste.fill')}
        </Button>
      </div>
      <ErrorMessage id={id} text={error} />
    </form>
  )
}
