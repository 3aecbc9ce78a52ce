import { type Language, languageOf } from './languages'

export interface Separators {
  /** Between groups of digits. */
  group: string
  decimal: string
}

interface Writing extends Separators {
  /** Digits of the groups before the last, which has three. */
  size?: 2
  /** The first number that is grouped, where it is not 1000. */
  from?: number
  minus?: string
}

const DOT = { group: '.', decimal: ',' }
const COMMA = { group: ',', decimal: '.' }

/** As the CLDR has it, with Latin digits. */
const WRITINGS: Record<Language, Writing> = {
  vi: DOT,
  en: COMMA,
  'zh-CN': COMMA,
  'zh-TW': COMMA,
  fr: { group: '\u202F', decimal: ',' },
  de: DOT,
  ja: COMMA,
  ko: COMMA,
  ru: { group: '\u00A0', decimal: ',' },
  es: { ...DOT, from: 10_000 },
  pt: DOT,
  it: { ...DOT, from: 10_000 },
  ar: { ...COMMA, minus: '\u200E-' },
  hi: { ...COMMA, size: 2 },
  id: DOT,
  ms: COMMA,
  th: COMMA,
  km: COMMA,
  lo: DOT,
  my: COMMA,
}

/** From here on `toFixed` writes an exponent. */
const WRITTEN_OUT = 1e21

export const separatorsOf = (language: Language): Separators => WRITINGS[language]

/** Digits of the groups before the last, which has three: lakhs in Hindi. */
export const groupSizeOf = (language: Language): number => WRITINGS[language].size ?? 3

/**
 * A number with Latin digits as the CLDR writes it in a language. `Intl.NumberFormat` says the same where the browser
 * knows the language (Chromium has no Lao), but the first formatter of a page keeps a slow phone busy for up to a fifth
 * of a second (docs/decisions/web-app.md).
 * @param decimals digits after the separator at most; zeros at the end are left out
 * @example formatNumber(12_480.5, 'vi') // '12.480,5'
 */
export function formatNumber(value: number, language: Language, decimals = 3): string {
  if (!(Math.abs(value) < WRITTEN_OUT)) return value.toLocaleString(languageOf(language).intl)
  const { group, decimal, size = 3, from = 1000, minus = '-' } = WRITINGS[language]
  const sign = value < 0 || Object.is(value, -0) ? minus : ''
  const [whole = '', fraction = ''] = Math.abs(value).toFixed(decimals).split('.')
  const kept = fraction.replace(/0+$/, '')
  const grouped = Number(whole) < from ? whole : groupsOf(whole, size).join(group)
  return sign + grouped + (kept && decimal + kept)
}

function groupsOf(digits: string, size: number): string[] {
  const groups = [digits.slice(-3)]
  for (let end = digits.length - 3; end > 0; end -= size)
    groups.unshift(digits.slice(Math.max(0, end - size), end))
  return groups
}
