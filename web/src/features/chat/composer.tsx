import { cleanText, isBlank } from '@scanleaf/qr'
import { MAX_CHAT_MESSAGE } from '@scanleaf/shared'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconPlayerStop from '@tabler/icons-react/dist/esm/icons/IconPlayerStop.mjs'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../../lib/forms/field-text'
import { IconButton } from '../../ui/button/button'
import styles from './composer.module.css'

export interface ComposerProps {
  isDisabled: boolean
  isAnswering: boolean
  onSend: (msg: string) => void
  onStop: () => void
}

/** Enter sends, Shift+Enter makes a line; while a word is being put together, Enter belongs to it. */
export function Composer({ isDisabled, isAnswering, onSend, onStop }: ComposerProps) {
  const { t } = useTranslation(['chat', 'errors'])
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()

  const isTooLong = text.trim().length > MAX_CHAT_MESSAGE
  const canSend = !isBlank(text) && !isTooLong

  useLayoutEffect(() => {
    const area = field.current
    if (!area) return
    area.style.height = ''
    if (text !== '') area.style.height = `${area.scrollHeight}px`
  }, [text])

  function send() {
    if (!canSend || isAnswering) return
    onSend(cleanText(text))
    setText('')
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // 229: Safari ends a composition before it dispatches its last key.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229)
      return
    event.preventDefault()
    send()
  }

  return (
    <div className={styles.composer}>
      <div className={`gap-4 ${styles.box}`}>
        <textarea
          ref={field}
          data-autofocus
          rows={1}
          dir="auto"
          aria-label={t('field')}
          aria-invalid={isTooLong || undefined}
          aria-describedby={isTooLong ? `${id}-error` : undefined}
          placeholder={t('placeholder')}
          disabled={isDisabled}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {isAnswering ? (
          <IconButton className={styles.send ?? ''} aria-label={t('stop')} onClick={onStop}>
            <IconPlayerStop size={18} stroke={1.7} aria-hidden />
          </IconButton>
        ) : (
          <IconButton
            className={styles.send ?? ''}
            aria-label={t('send')}
            disabled={isDisabled || !canSend}
            onClick={send}
          >
            <IconArrowUp size={18} stroke={2} aria-hidden />
          </IconButton>
        )}
      </div>
      {isTooLong ? (
        <p id={`${id}-error`} className={`fine ${styles.error}`} role="alert">
          {fieldText(t, { code: 'too-long', numbers: { max: MAX_CHAT_MESSAGE } })}
        </p>
      ) : (
        <p className={`fine ${styles.hint}`}>{t('hint')}</p>
      )}
    </div>
  )
}
