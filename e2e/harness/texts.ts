import { readFileSync } from 'node:fs'
import { LANGUAGE_CODES, type Language, languageOf, TEXT_LIMITS } from '@scanleaf/shared'

/**
 * The texts of a language as the screens show them, so that a journey reads the same in each.
 * @example textsOf('en')('user-codes:selected', { count: 2 }) // '2 selected'
 */
export function textsOf(language: Language) {
  const namespaces = new Map<string, Record<string, string>>()
  const plural = new Intl.PluralRules(language)
  const number = new Intl.NumberFormat(languageOf(language).intl)
  return (name: string, values: Record<string, string | number> = {}): string => {
    const [namespace = '', key = ''] = name.split(':')
    const texts = namespaces.get(namespace) ?? read(namespace, language)
    namespaces.set(namespace, texts)
    const count = values['count']
    const text = texts[typeof count === 'number' ? `${key}_${plural.select(count)}` : key]
    if (text === undefined) throw new Error(`No text ${name} in ${language}`)
    return text.replace(/\{\{(\w+)(?:, number)?\}\}/g, (_all, value: string) => {
      const given = values[value] ?? (TEXT_LIMITS as Record<string, number>)[value] ?? ''
      return typeof given === 'number' ? number.format(given) : given
    })
  }
}

const read = (namespace: string, language: Language): Record<string, string> =>
  JSON.parse(
    readFileSync(new URL(`../../shared/locales/${namespace}/${language}.json`, import.meta.url), 'utf8'),
  )

/** `npm run test:nightly` tests everything in every language; a push tests those that differ most. */
export const IS_NIGHTLY = process.env['NIGHTLY'] === '1'

/** Languages of a journey that is walked in several: English is what most other journeys are walked in. */
export const walkedIn = <L extends Language>(...languages: L[]): L[] =>
  IS_NIGHTLY ? languages : languages.filter((language) => language !== 'en')

/** Languages in which every screen is measured: the longest words, the tallest letters and right to left. */
export const MEASURED_LANGUAGES: readonly Language[] = IS_NIGHTLY ? LANGUAGE_CODES : ['vi', 'de', 'ar', 'my']
