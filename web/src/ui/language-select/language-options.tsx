import { LANGUAGES, type Language, languageOf } from '@scanleaf/shared'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import drop from '../menu/dropdown.module.css'
import styles from './language-select.module.css'

/** A language is found by its own name, its code and its name in the language on screen. */
function matches(language: (typeof LANGUAGES)[number], query: string, names: Intl.DisplayNames): boolean {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return [language.name, language.code, names.of(language.code) ?? ''].some((name) =>
    plain(name).includes(plain(query.trim())),
  )
}

/** All languages with a search field, which keeps the focus. */
export function LanguageList({
  active,
  onChoose,
}: {
  active: Language
  onChoose: (language: Language) => void
}) {
  const { t } = useTranslation('common')
  const id = useId()
  const [query, setQuery] = useState('')
  const [marked, setMarked] = useState<Language | null>(active)
  const searchRef = useRef<HTMLInputElement>(null)
  const names = new Intl.DisplayNames([languageOf(active).intl], { type: 'language' })
  const found = LANGUAGES.filter((language) => matches(language, query, names))
  const current = found.find((language) => language.code === marked) ?? found[0]
  const optionId = (code: Language) => `${id}-${code}`

  useEffect(() => {
    searchRef.current?.focus()
  }, [])
  useEffect(() => {
    if (current) document.getElementById(`${id}-${current.code}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, current])

  const onKeyDown = (event: KeyboardEvent) => {
    const place = found.findIndex((language) => language.code === current?.code)
    const places: Record<string, number> = {
      ArrowDown: Math.min(place + 1, found.length - 1),
      ArrowUp: Math.max(place - 1, 0),
      PageDown: Math.min(place + 6, found.length - 1),
      PageUp: Math.max(place - 6, 0),
    }
    const next = places[event.key]
    if (next !== undefined) {
      event.preventDefault()
      setMarked(found[next]?.code ?? null)
    }
    if (event.key === 'Enter' && current) {
      event.preventDefault()
      onChoose(current.code)
    }
  }

  return (
    <div className={`${drop.panel} ${styles.panel}`} role="dialog" aria-label={t('language')}>
      <div className={`row gap-4 ${styles.search}`}>
        <IconSearch size={16} stroke={1.7} aria-hidden />
        <input
          ref={searchRef}
          className={`fill ${styles.input}`}
          value={query}
          placeholder={t('language.search')}
          aria-label={t('language.search')}
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={current ? optionId(current.code) : undefined}
          autoComplete="off"
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={styles.list} id={`${id}-list`} role="listbox" aria-label={t('language')} tabIndex={-1}>
        {found.map(({ code, name, dir }) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the search field, which keeps the focus
          <div
            key={code}
            id={optionId(code)}
            className={`row ${styles.option}`}
            role="option"
            tabIndex={-1}
            aria-selected={code === active}
            data-marked={code === current?.code ? '' : undefined}
            onClick={() => onChoose(code)}
          >
            <bdi lang={code} dir={dir}>
              {name}
            </bdi>
            {code === active && <IconCheck size={17} stroke={2} aria-hidden />}
          </div>
        ))}
        {found.length === 0 && <p className={`muted ${styles.none}`}>{t('language.none')}</p>}
      </div>
    </div>
  )
}
