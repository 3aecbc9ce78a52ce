import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button'
import styles from './catalogue.module.css'

const PAUSE_MS = 300

export interface SearchFieldProps {
  query: string
  onSeek: (query: string) => void
}

/** Follows the typing after a pause. */
export function SearchField({ query, onSeek }: SearchFieldProps) {
  const { t } = useTranslation('catalogue')
  const [text, setText] = useState(query)
  const [shown, setShown] = useState(query)
  // The address changed by another way than this field.
  if (query !== shown) {
    setShown(query)
    if (query !== text.trim()) setText(query)
  }
  const seek = (typed: string) => {
    if (typed.trim() !== query) onSeek(typed.trim())
  }
  const seekTyped = useEffectEvent(seek)
  useEffect(() => {
    const timer = setTimeout(() => seekTyped(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    // biome-ignore lint/a11y/useSemanticElements: `search` is unknown to the browsers we support
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        seek(text)
      }}
    >
      <IconSearch size={17} stroke={1.7} aria-hidden />
      <input
        type="text"
        inputMode="search"
        enterKeyHint="search"
        value={text}
        placeholder={t('search')}
        aria-label={t('search')}
        autoComplete="off"
        maxLength={200}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {text !== '' && (
        <IconButton aria-label={t('search.clear')} onClick={() => setText('')}>
          <IconX size={15} stroke={1.7} aria-hidden />
        </IconButton>
      )}
    </form>
  )
}
