import {
  detectLanguage,
  fallbackLanguages,
  formatNumber,
  isLanguage,
  type Language,
  type LanguageDetection,
  type LocalNames,
  languageOf,
  matchLanguage,
  TEXT_LIMITS,
} from '@scanleaf/shared'
import i18next from 'i18next'
import resourcesToBackend from 'i18next-resources-to-backend'
import { useSyncExternalStore } from 'react'
import { initReactI18next, useTranslation } from 'react-i18next'

const STORED = 'userLanguage'
/** Texts that a language lacked are there. */
const COMPLETED = 'completed'
/** Whatever shows texts hangs on it: another object has all of them drawn again. */
let context = { i18n: i18next }

type Texts = Record<string, string>

/** In development each file is a module; the build lays them out by name, as their list would weigh kilobytes. */
const modules = import.meta.env.DEV
  ? import.meta.glob<Texts>('../../../../shared/locales/*/*.json', { import: 'default' })
  : null

/** The texts of a namespace; null for a file that is missing: a build has an empty one in its place. */
export async function textsOf(language: string, namespace: string): Promise<Texts | null> {
  const path = `${namespace}/${language}.json`
  const texts = modules ? await modules[`../../../../shared/locales/${path}`]?.() : await fetchTexts(path)
  return texts && Object.keys(texts).length > 0 ? texts : null
}

/** Names of countries, days and months where this browser has none in the language. A build has them. */
async function loadLocalNames(language: Language): Promise<void> {
  const isKnown = Intl.DisplayNames.supportedLocalesOf([languageOf(language).intl]).length > 0
  if (modules || isKnown) return
  const [{ addLocalNames }, names] = await Promise.all([
    import('./local-names'),
    fetchTexts<LocalNames>(`local-names/${language}.json`),
  ])
  addLocalNames(language, names)
}

async function fetchTexts<T = Texts>(path: string): Promise<T> {
  const response = await fetch(`${import.meta.env.TEXTS_FOLDER}/${path}`)
  if (response.ok) return response.json()
  // Missing like any other chunk of an older build: the page is reloaded.
  window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
  throw new Error(`loading texts of ${path} failed with status ${response.status}`)
}

/** Starts the texts in `language`. Other namespaces load when a screen first uses them. */
export async function startI18n(
  language: Language,
  policy: LanguageDetection,
  namespaces: readonly string[] = ['common'],
): Promise<void> {
  const completed = new Set<string>()

  /** Adds missing texts of a language from the fallback languages, in their order. */
  async function completeNamespace(namespace: string) {
    const { language: into } = i18next
    if (completed.has(`${into} ${namespace}`)) return
    completed.add(`${into} ${namespace}`)
    for (const from of fallbackLanguages(policy)) {
      const texts = await textsOf(from, namespace)
      // Deep without overwriting: only missing texts are added.
      if (texts) i18next.addResourceBundle(into, namespace, texts, true, false)
    }
    context = { i18n: i18next }
    i18next.emit(COMPLETED)
  }

  /** A file that is missing altogether is replaced before the first text of it is drawn. */
  async function readNamespace(lng: string, namespace: string): Promise<Texts> {
    for (const from of [lng, ...fallbackLanguages(policy)]) {
      const texts = await textsOf(from, namespace)
      if (texts) return texts
    }
    return {}
  }

  const names = loadLocalNames(language)
  await i18next
    .use(resourcesToBackend(readNamespace))
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: false,
      load: 'currentOnly',
      // All languages are complete, so a second one is fetched only for a text that is found missing.
      fallbackLng: false,
      saveMissing: true,
      missingKeyHandler: (_languages, namespace) => void completeNamespace(namespace),
      ns: [...namespaces],
      defaultNS: 'common',
      keySeparator: false,
      nsSeparator: ':',
      interpolation: { escapeValue: false, defaultVariables: TEXT_LIMITS },
      // Components that wait for a namespace are rendered again when it loads; the rest of the page need not be.
      react: { bindI18n: 'languageChanged', bindI18nStore: '', useSuspense: true },
    })
  i18next.services.formatter?.addCached('number', (lng) => {
    const language = isLanguage(lng) ? lng : 'en'
    return (value: number) => formatNumber(value, language)
  })
  await names
  applyLanguage(language)
}

function onCompleted(listener: () => void): () => void {
  i18next.on(COMPLETED, listener)
  return () => i18next.off(COMPLETED, listener)
}

/**
 * The value of `I18nContext`, another one when missing texts of the language have loaded. An event alone would miss
 * components that are being rendered meanwhile, since those listen only once they are mounted.
 */
export const useTextsContext = () => useSyncExternalStore(onCompleted, () => context)

/** The language of the first screen: `lng` in the address, else the stored one, else by the host's policy. */
export async function firstLanguage(policy: LanguageDetection, search: string): Promise<Language> {
  const asked = new URLSearchParams(search).get('lng')
  if (isLanguage(asked)) return asked
  const stored = localStorage.getItem(STORED)
  if (isLanguage(stored)) return stored
  const browserLanguages = navigator.languages
  const isKnownByBrowser = policy === 'browser' && browserLanguages.some((tag) => matchLanguage(tag) !== null)
  const country = isKnownByBrowser ? null : await callerCountry()
  return detectLanguage(policy, { browserLanguages, country })
}

async function callerCountry(): Promise<string | null> {
  try {
    const response = await fetch('/geo/country', { signal: AbortSignal.timeout(2000) })
    const body: { result?: { country?: unknown } } = response.ok ? await response.json() : {}
    const country = body.result?.country
    return typeof country === 'string' ? country : null
  } catch {
    return null
  }
}

/** Shows the texts in `language` and remembers it; the address is the router's business. */
export async function setLanguage(language: Language): Promise<void> {
  await loadLocalNames(language)
  await i18next.changeLanguage(language)
  applyLanguage(language)
}

function applyLanguage(language: Language) {
  localStorage.setItem(STORED, language)
  document.documentElement.lang = language
  document.documentElement.dir = languageOf(language).dir
}

/** The language on screen. */
export function useLanguage(): Language {
  const { i18n } = useTranslation()
  return isLanguage(i18n.language) ? i18n.language : 'vi'
}
