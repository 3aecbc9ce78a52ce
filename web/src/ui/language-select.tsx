import { LANGUAGES, type Language, languageOf } from '@scanleaf/shared'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { putLanguageInAddress } from '../lib/address'
import { setLanguage, useLanguage } from '../lib/i18n'
import drop from './drop-panel.module.css'
import styles from './language-select.module.css'
import { useDropPanel } from './use-drop-panel'

/** Globe and name of the language; opens the list of all in their own script. */
export function LanguageSelect({ isCompact = false }: { isCompact?: boolean }) {
  const { t } = useTranslation('common')
  const language = useLanguage()
  const panel = useDropPanel()

  const choose = (chosen: Language) => {
    panel.closeToButton()
    void setLanguage(chosen)
    putLanguageInAddress(chosen)
  }

  return (
    <div className={drop.root} {...panel.rootProps}>
      <button
        type="button"
        ref={panel.buttonRef}
        className={styles.button}
        data-compact={isCompact ? '' : undefined}
        aria-haspopup="dialog"
        aria-expanded={panel.isOpen}
        aria-label={t('language.choose', { language: languageOf(language).name })}
        onClick={panel.toggle}
      >
        <IconWorld size={18} stroke={1.7} aria-hidden />
        <span className={styles.name}>{languageOf(language).name}</span>
        <IconChevronDown className={styles.chevron} size={16} stroke={1.7} aria-hidden />
      </button>
      {panel.isOpen && <LanguageList active={language} onChoose={choose} />}
    </div>
  )
}

/** A language is found by its own name, its code and its name in the language on screen. */
function matches(language: (typeof LANGUAGES)[number], query: string, names: Intl.DisplayNames): boolean {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return [language.name, language.code, names.of(language.code) ?? ''].some((name) =>
    plain(name).includes(plain(query.trim())),
  )
}

function LanguageList({ active, onChoose }: { active: Language; onChoose: (language: Language) => void }) {
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
      <div className={styles.search}>
        <IconSearch size={16} stroke={1.7} aria-hidden />
        <input
          ref={searchRef}
          className={styles.input}
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
            className={styles.option}
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
        {found.length === 0 && <p className={styles.none}>{t('language.none')}</p>}
      </div>
    </div>
  )
}
