/**
 * The 20 languages of the interface, in the order of the selector: own name, direction and the BCP 47 tag that
 * `Intl` takes (Latin digits and the Gregorian calendar in every language).
 */
export const LANGUAGES = [
  { code: 'vi', name: 'Tiếng Việt', dir: 'ltr', intl: 'vi' },
  { code: 'en', name: 'English', dir: 'ltr', intl: 'en-GB' },
  { code: 'zh-CN', name: '简体中文', dir: 'ltr', intl: 'zh-CN' },
  { code: 'zh-TW', name: '繁體中文', dir: 'ltr', intl: 'zh-TW' },
  { code: 'fr', name: 'Français', dir: 'ltr', intl: 'fr' },
  { code: 'de', name: 'Deutsch', dir: 'ltr', intl: 'de' },
  { code: 'ja', name: '日本語', dir: 'ltr', intl: 'ja' },
  { code: 'ko', name: '한국어', dir: 'ltr', intl: 'ko' },
  { code: 'ru', name: 'Русский', dir: 'ltr', intl: 'ru' },
  { code: 'es', name: 'Español', dir: 'ltr', intl: 'es' },
  { code: 'pt', name: 'Português', dir: 'ltr', intl: 'pt-BR' },
  { code: 'it', name: 'Italiano', dir: 'ltr', intl: 'it' },
  { code: 'ar', name: 'العربية', dir: 'rtl', intl: 'ar-u-nu-latn' },
  { code: 'hi', name: 'हिन्दी', dir: 'ltr', intl: 'hi-u-nu-latn' },
  { code: 'id', name: 'Bahasa Indonesia', dir: 'ltr', intl: 'id' },
  { code: 'ms', name: 'Bahasa Melayu', dir: 'ltr', intl: 'ms' },
  { code: 'th', name: 'ไทย', dir: 'ltr', intl: 'th-u-ca-gregory-nu-latn' },
  { code: 'km', name: 'ខ្មែរ', dir: 'ltr', intl: 'km-u-nu-latn' },
  { code: 'lo', name: 'ລາວ', dir: 'ltr', intl: 'lo-u-nu-latn' },
  { code: 'my', name: 'မြန်မာ', dir: 'ltr', intl: 'my-u-nu-latn' },
] as const

export type Language = (typeof LANGUAGES)[number]['code']

export const LANGUAGE_CODES = LANGUAGES.map((language) => language.code)

export const isLanguage = (code: unknown): code is Language =>
  (LANGUAGE_CODES as readonly unknown[]).includes(code)

/** The properties of a language of the 20. */
export function languageOf(code: Language): (typeof LANGUAGES)[number] {
  return LANGUAGES.find((language) => language.code === code) ?? LANGUAGES[0]
}

/**
 * The language of the 20 that serves a BCP 47 tag (`pt-PT` → `pt`, `zh-Hant-HK` → `zh-TW`), or null.
 * Norwegian, Tagalog and others that we do not have give null rather than a neighbour.
 */
export function matchLanguage(tag: string): Language | null {
  const parts = tag.toLowerCase().split(/[-_]/)
  if (parts[0] === 'zh') {
    const isTraditional =
      parts.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) && !parts.includes('hans')
    return isTraditional ? 'zh-TW' : 'zh-CN'
  }
  const renamed: Record<string, Language> = { in: 'id' }
  const base = renamed[parts[0] ?? ''] ?? parts[0]
  return isLanguage(base) ? base : null
}

/** The first language of an `Accept-Language` header, by weight (RFC 9110 §12.5.4), that is one of the 20, or null. */
export function matchAcceptLanguage(header: string | undefined): Language | null {
  const ranges = (header ?? '')
    .slice(0, 1024)
    .split(',')
    .map((range) => {
      const [tag = '', ...params] = range.trim().split(';')
      const q = params.map((param) => /^\s*q=([\d.]+)\s*$/.exec(param)?.[1]).find(Boolean)
      return { tag, weight: q === undefined ? 1 : Number(q) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const { tag } of ranges) {
    const language = matchLanguage(tag)
    if (language) return language
  }
  return null
}

export type LanguageDetection = 'browser' | 'geo'

/** Hints about a visitor without `lng` in the URL and without a stored language. */
export interface VisitorLanguageHints {
  browserLanguages: readonly string[]
  /** ISO 3166-1 alpha-2, or null when unknown. */
  country: string | null
}

/** The language of a first visit by the host's policy (rulings §2). */
export function detectLanguage(policy: LanguageDetection, hints: VisitorLanguageHints): Language {
  if (policy === 'browser') {
    for (const tag of hints.browserLanguages) {
      const language = matchLanguage(tag)
      if (language) return language
    }
  }
  if (hints.country === null) return 'vi'
  return hints.country === 'VN' ? 'vi' : 'en'
}

/** Where a missing text is looked for next. */
export const fallbackLanguages = (policy: LanguageDetection): Language[] =>
  policy === 'browser' ? ['en', 'vi'] : ['vi']
