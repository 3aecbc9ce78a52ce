import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../lib/run-command.mjs'

/** CLDR plural categories that a counted text has, exactly (docs/glossary.md, section 1.2). */
export const pluralForms = (language) => new Intl.PluralRules(language).resolvedOptions().pluralCategories

/** Forms that spell the number in words. */
const MAY_LEAVE_COUNT_OUT = { ar: ['zero', 'one', 'two'] }

const PLURAL_SUFFIX = /_(zero|one|two|few|many|other)$/

/** `scans_one` → `scans`: the key as the code names it. */
export const keyInCode = (key) => key.replace(PLURAL_SUFFIX, '')

const LOCALES = join(ROOT, 'shared/locales')

/** Texts by namespace and language, as the files have them. */
export function readLocales() {
  const namespaces = new Map()
  for (const namespace of readdirSync(LOCALES)) {
    const files = readdirSync(join(LOCALES, namespace)).filter((file) => file.endsWith('.json'))
    const read = (file) => JSON.parse(readFileSync(join(LOCALES, namespace, file), 'utf8'))
    namespaces.set(namespace, new Map(files.map((file) => [file.replace(/\.json$/, ''), read(file)])))
  }
  return namespaces
}

/**
 * Errors of the texts of a namespace, one line for each; Vietnamese is the source.
 * @param {string} namespace
 * @param {Map<string, Record<string, unknown>>} languages
 * @param {readonly string[]} wanted the languages of the product
 */
export function findWrongTexts(namespace, languages, wanted) {
  const source = languages.get('vi')
  if (!source) return [`${namespace}: has no vi.json, the source of the others`]
  const unknown = [...languages.keys()].filter((language) => !wanted.includes(language))
  return [
    ...unknown.map((language) => `${namespace}/${language}.json: not a language of the product`),
    ...wanted.flatMap((language) => {
      const texts = languages.get(language)
      if (!texts) return [`${namespace}/${language}.json: missing`]
      return [...wrongKeys(source, texts, language), ...wrongValues(source, texts, language)].map(
        (line) => `${namespace}/${language}.json: ${line}`,
      )
    }),
  ]
}

function wrongKeys(source, texts, language) {
  const expected = new Set(
    Object.keys(source).flatMap((key) =>
      PLURAL_SUFFIX.test(key) ? pluralForms(language).map((form) => `${keyInCode(key)}_${form}`) : [key],
    ),
  )
  const missing = [...expected].filter((key) => !(key in texts)).map((key) => `${key} is missing`)
  const extra = Object.keys(texts).filter((key) => !expected.has(key))
  return [...missing, ...extra.map((key) => `${key} is not in vi.json or is no plural form of ${language}`)]
}

function wrongValues(source, texts, language) {
  return Object.entries(texts).flatMap(([key, text]) => {
    if (typeof text !== 'string') return [`${key} is not a text`]
    const original = source[key] ?? source[`${keyInCode(key)}_other`]
    return [
      ...(text.trim() === '' ? [`${key} is empty`] : []),
      ...(/[<>]|&(lt|gt|amp|nbsp|#\d+);/.test(text) ? [`${key} holds markup`] : []),
      ...(text.includes('\u200b') ? [`${key} holds a zero-width space`] : []),
      ...(text === text.normalize('NFC') ? [] : [`${key} is not in NFC`]),
      ...(typeof original === 'string' ? wrongPlaceholders(original, text, key, language) : []),
    ]
  })
}

function wrongPlaceholders(original, text, key, language) {
  const wanted = placeholdersOf(original)
  const found = placeholdersOf(text)
  const form = PLURAL_SUFFIX.exec(key)?.[1]
  const mayLeaveCountOut = (MAY_LEAVE_COUNT_OUT[language] ?? []).includes(form)
  const missing = [...wanted].filter(
    (name) => !found.has(name) && !(mayLeaveCountOut && name.split(',')[0] === 'count'),
  )
  const extra = [...found].filter((name) => !wanted.has(name))
  return [
    ...missing.map((name) => `${key} lacks {{${name}}}`),
    ...extra.map((name) => `${key} has {{${name}}}, which vi.json has not`),
  ]
}

const placeholdersOf = (text) =>
  new Set([...text.matchAll(/\{\{(.*?)\}\}/g)].map((match) => match[1].replace(/\s+/g, '')))
