import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button/button'
import { useDebouncedSearch } from '../../../ui/field/use-debounced-search'
import styles from '../catalogue.module.css'

export interface SearchFieldProps {
  query: string
  onSeek: (query: string) => void
}

/** Follows the typing after a pause. */
export function SeekField({ query, onSeek }: SearchFieldProps) {
  const { t } = useTranslation('catalogue')
  const { text, setText, seek } = useDebouncedSearch(query, onSeek)
  return (
    // biome-ignore lint/a11y/useSemanticElements: `search` is unknown to the browsers we support
    <form
      role="search"
      className={`row muted gap-4 ${styles.search}`}
      onSubmit={(event) => {
        event.preventDefault()
        seek()
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
