import { cleanText } from '@scanleaf/qr'
import { MAX_CHAT_MESSAGE } from '@scanleaf/shared'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconPlayerStop from '@tabler/icons-react/dist/esm/icons/IconPlayerStop.mjs'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button'
import styles from './composer.module.css'

export interface ComposerProps {
  isDisabled: boolean
  isAnswering: boolean
  onSend: (msg: string) => void
  onStop: () => void
}

/** Enter sends, Shift+Enter makes a line; while a word is being put together, Enter belongs to it. */
export function Composer({ isDisabled, isAnswering, onSend, onStop }: ComposerProps) {
  const { t } = useTranslation('chat')
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)

  useLayoutEffect(() => {
    const area = field.current
    if (!area) return
    area.style.height = ''
    if (text !== '') area.style.height = `${area.scrollHeight}px`
  }, [text])

  function send() {
    const msg = cleanText(text)
    if (msg === '' || isAnswering) return
    onSend(msg)
    setText('')
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // 229: Safari ends a composition before it tells of its last key.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229)
      return
    event.preventDefault()
    send()
  }

  return (
    <div className={styles.composer}>
      <div className={styles.box}>
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          maxLength={MAX_CHAT_MESSAGE}
          aria-label={t('field')}
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
            disabled={isDisabled || text.trim() === ''}
            onClick={send}
          >
            <IconArrowUp size={18} stroke={2} aria-hidden />
          </IconButton>
        )}
      </div>
      <p className={styles.hint}>{t('hint')}</p>
    </div>
  )
}
