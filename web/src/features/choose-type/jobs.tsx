import { foldText } from '@scanleaf/shared'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CONTENT_TABS, CONTENT_TYPES, type ContentTab, TAB_GROUPS, typesOfTab } from '../../lib/content-types'
import card from '../../ui/card/card.module.css'
import box from '../../ui/field/text-field.module.css'
import type { wordsOfForm } from './job-words'
import styles from './jobs.module.css'
import { OFFERED_PAGES, PageLinks, usePageKinds } from './page-links'

/** Tabs of the generator that people know by another name, as what they make codes for. */
const JOB_TEXTS = {
  pdf: 'job.pdf',
  vcard: 'job.vcard',
  text: 'content-types:field.plainText',
} as const satisfies Partial<Record<ContentTab, string>>

const MOST_USED: readonly ContentTab[] = ['website', 'pdf', 'vietqr', 'chat', 'wifi', 'vcard']

/** Tabs whose codes can lead elsewhere after printing. */
const CHANGEABLE: readonly ContentTab[] = ['website', 'pdf']

const isNamedJob = (tab: ContentTab): tab is keyof typeof JOB_TEXTS => Object.hasOwn(JOB_TEXTS, tab)
const searchOf = (tab: ContentTab) => (tab === 'website' ? {} : { type: tab })

function useJobName() {
  const { t } = useTranslation(['choose-type', 'content-types'])
  return (tab: ContentTab) => (isNamedJob(tab) ? t(JOB_TEXTS[tab]) : t(`content-types:tab.${tab}`))
}

/** The jobs of a code, each one press from its fields: the most used, all by groups, or what is searched for. */
export function Jobs({ beside }: { beside: ReactNode }) {
  const { t } = useTranslation(['choose-type', 'content-types'])
  const [query, setQuery] = useState('')
  const found = useFound(query)
  const pages = usePageKinds(query)
  return (
    <>
      <div className={`wrap gap-6 ${styles.ways}`}>
        <JobSearch query={query} first={found[0]} onChange={setQuery} />
        {beside}
      </div>
      <nav aria-label={t('jobs')}>
        {query.trim() === '' ? (
          <>
            <h2 className={styles.title}>{t('most-used')}</h2>
            <ul className={styles.most}>
              {MOST_USED.map((tab) => (
                <li key={tab}>
                  <JobLink tab={tab} className={`${card.card} ${styles.card}`} />
                </li>
              ))}
            </ul>
            <h2 className={styles.title}>{t('pages')}</h2>
            <PageLinks kinds={OFFERED_PAGES} />
            <div className={`row ${styles.title}`}>
              <h2 className="fill">{t('all')}</h2>
              <span className="row gap-3 fine" aria-hidden="true">
                <IconRefresh className={styles.mark} size={15} stroke={1.7} />
                {t('changeable')}
              </span>
            </div>
            <div className={`${card.card} ${styles.groups}`}>
              {TAB_GROUPS.map(({ name, tabs }) => (
                <section key={name} data-group={name}>
                  {tabs.length > 1 && <h3>{t(`content-types:group.${name}`)}</h3>}
                  <JobList tabs={tabs} />
                </section>
              ))}
            </div>
          </>
        ) : (
          <div className={`${card.card} ${styles.found}`} role="status">
            {found.length === 0 && pages.length === 0 && <p className="muted">{t('none')}</p>}
            {found.length > 0 && <JobList tabs={found} />}
            {pages.length > 0 && (
              <>
                <h2 className={styles.title}>{t('pages')}</h2>
                <PageLinks kinds={pages} />
              </>
            )}
          </div>
        )}
      </nav>
    </>
  )
}

const JobList = ({ tabs }: { tabs: readonly ContentTab[] }) => (
  <ul>
    {tabs.map((tab) => (
      <li key={tab}>
        <JobLink tab={tab} className={styles.job} hasMark />
      </li>
    ))}
  </ul>
)

interface JobLinkProps {
  tab: ContentTab
  className: string | undefined
  hasMark?: boolean
}

function JobLink({ tab, className, hasMark }: JobLinkProps) {
  const { t } = useTranslation('choose-type')
  const nameOf = useJobName()
  const [type = 'Website'] = typesOfTab(tab)
  const { Icon } = CONTENT_TYPES[type]
  return (
    <Link to="/dynamic-codes/generator" search={searchOf(tab)} className={`row gap-5 ${className}`}>
      <Icon size={20} stroke={1.7} aria-hidden />
      {nameOf(tab)}
      {hasMark && CHANGEABLE.includes(tab) && (
        <span className={styles.mark}>
          <IconRefresh size={15} stroke={1.7} aria-hidden />
          <span className="visually-hidden">({t('changeable')})</span>
        </span>
      )}
    </Link>
  )
}

interface JobSearchProps {
  query: string
  /** What Enter opens. */
  first: ContentTab | undefined
  onChange: (query: string) => void
}

function JobSearch({ query, first, onChange }: JobSearchProps) {
  const { t } = useTranslation('choose-type')
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.target instanceof HTMLInputElement) return
      event.preventDefault()
      input.current?.focus()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])

  function open(event: FormEvent) {
    event.preventDefault()
    if (query.trim() !== '' && first)
      void navigate({ to: '/dynamic-codes/generator', search: searchOf(first) })
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: `search` is unknown to the browsers we support
    <form role="search" className={`row gap-4 ${box.box} ${styles.search}`} onSubmit={open}>
      <IconSearch size={17} stroke={1.7} aria-hidden />
      <input
        ref={input}
        inputMode="search"
        enterKeyHint="go"
        className={`fill ${box.input}`}
        value={query}
        placeholder={t('search')}
        aria-label={t('search')}
        aria-keyshortcuts="/"
        autoComplete="off"
        maxLength={100}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || query === '') return
          // It clears the search before it leaves the page.
          event.preventDefault()
          onChange('')
        }}
      />
    </form>
  )
}

/** Tabs whose names or fields have all words of a search: those found by their name come first. */
function useFound(query: string): ContentTab[] {
  const { t } = useTranslation('content-types')
  const nameOf = useJobName()
  /** Loaded once somebody searches. */
  const [wordsOf, setWordsOf] = useState<typeof wordsOfForm | null>(null)
  const isSearched = query.trim() !== ''
  useEffect(() => {
    if (!isSearched) return
    import('./job-words').then(
      ({ wordsOfForm: words }) => setWordsOf(() => words),
      () => undefined,
    )
  }, [isSearched])
  if (!isSearched) return []
  const words = foldText(query).split(/\s+/).filter(Boolean)
  const has = (...texts: string[]) => {
    const text = foldText(texts.join(' '))
    return words.every((word) => text.includes(word))
  }
  const names = (tab: ContentTab) => [
    nameOf(tab),
    t(`content-types:tab.${tab}`),
    ...typesOfTab(tab).map((type) => t(`content-types:type.${type}`)),
  ]
  const byName = CONTENT_TABS.filter((tab) => has(...names(tab)))
  const byField = CONTENT_TABS.filter((tab) => !byName.includes(tab) && has(...(wordsOf?.(tab, t) ?? [])))
  return [...byName, ...byField]
}
