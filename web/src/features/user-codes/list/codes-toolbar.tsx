import type { ProductId } from '@scanleaf/shared'
import IconAdjustmentsHorizontal from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useDebouncedSearch } from '../../../ui/field/use-debounced-search'
import { useDropdown } from '../../../ui/menu/use-dropdown'
import styles from './codes-toolbar.module.css'
import type { CodesSearch } from './use-codes-search'

const loadPanel = () => import('./filter-panel')
const FilterPanel = lazy(async () => ({ default: (await loadPanel()).FilterPanel }))

export interface CodesToolbarProps {
  productId: ProductId
  search: CodesSearch
}

/** Searches, filters and sorts the codes of a list; all of it is in the URL. */
export function CodesToolbar({ productId, search }: CodesToolbarProps) {
  const { t } = useTranslation('user-codes')
  const panel = useDropdown()
  const active = [search.contentType, search.tag, search.state, search.sort].filter(
    (value) => value !== '',
  ).length
  return (
    <div className={`row gap-4 ${styles.tools}`}>
      <SearchField search={search} />
      <div className={styles.filter} {...panel.rootProps}>
        <button
          type="button"
          ref={panel.buttonRef}
          className={`gap-4 ${styles.button}`}
          aria-haspopup="dialog"
          aria-expanded={panel.isOpen}
          onPointerEnter={() => void loadPanel()}
          onClick={panel.toggle}
        >
          <IconAdjustmentsHorizontal size={17} stroke={1.7} aria-hidden />
          {t('filter')}
          {active > 0 && <span className={styles.count}>{active}</span>}
        </button>
        {panel.isOpen && (
          <Suspense>
            <FilterPanel productId={productId} search={search} />
          </Suspense>
        )}
      </div>
    </div>
  )
}

/** Follows the typing after a pause, as one step back in the browser's history; `/` leads here from anywhere. */
function SearchField({ search }: { search: CodesSearch }) {
  const { t } = useTranslation('user-codes')
  const input = useRef<HTMLInputElement>(null)
  const isStepMade = useRef(false)
  const { text, setText, seek } = useDebouncedSearch(search.q, (q) => {
    search.narrow({ q }, { isReplaced: isStepMade.current })
    isStepMade.current = true
  })

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    // biome-ignore lint/a11y/useSemanticElements: `search` is unknown to the browsers we support
    <form
      role="search"
      className={`row fill ${styles.search}`}
      onSubmit={(event) => {
        event.preventDefault()
        seek()
      }}
    >
      <IconSearch size={17} stroke={1.7} aria-hidden />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        className={styles.input}
        value={text}
        placeholder={t('search')}
        aria-label={t('search')}
        aria-keyshortcuts="/"
        autoComplete="off"
        maxLength={200}
        onFocus={() => {
          isStepMade.current = false
        }}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return
          event.stopPropagation()
          setText('')
        }}
      />
      {text === '' ? (
        <span className={styles.key} aria-hidden="true">
          /
        </span>
      ) : (
        <button
          type="button"
          className={`centred ${styles.clear}`}
          aria-label={t('search.clear')}
          onClick={() => {
            setText('')
            input.current?.focus()
          }}
        >
          <IconX size={15} stroke={1.7} aria-hidden />
        </button>
      )}
    </form>
  )
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, dialog, [role="dialog"]') !== null)
