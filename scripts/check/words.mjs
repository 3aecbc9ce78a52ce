import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tsImport } from 'tsx/esm/api'
import { ROOT } from '../lib/run-command.mjs'
import { readLocales } from './locale-texts.mjs'
import { helpLines, screenTexts } from './user-texts.mjs'

const { LANGUAGE_CODES } = await tsImport('../../shared/src/languages.ts', import.meta.url)

const GLOSSARY = 'docs/glossary.md'
/** In the glossary for all languages. */
const EVERY_LANGUAGE = '*'

/** Texts that name a button or a screen, and the text of that: both change together. */
const NAMED_LABELS = {
  'chat:say.proposed': 'chat:card.confirm',
  'generator:no-qrcode-created': 'generator:generate',
  'generator:static-save': 'generator:save',
  'settings:guidance': 'settings:verify',
  'settings:trouble.records': 'settings:verify',
  'settings:trouble.holder': 'settings:verify',
  'code-reports:owner.text': 'code-reports:title',
  'bulk:import.order.a.text': 'settings:verify',
}

/**
 * Words that must not come back (docs/glossary.md §4) in texts and help pages, and texts that call a button by
 * another name than the button has.
 * @returns {string[]} one line for each: file, key or line, the word, what to write
 */
export function findWrongWords() {
  const { rules, errors } = readRules()
  const locales = readLocales()
  const found = LANGUAGE_CODES.flatMap((language) => {
    const own = rules.filter((rule) => rule.language === language || rule.language === EVERY_LANGUAGE)
    return [...screenTexts(locales, language), ...helpLines(language)].flatMap(({ place, text }) =>
      own
        .filter(({ pattern }) => pattern.test(text.replace(/\{\{[^}]*\}\}/g, '')))
        .map(({ word, write }) => `${place} has “${word}”: write “${write}”`),
    )
  })
  return [...errors, ...found, ...findRenamedLabels(locales)]
}

/** The rows of the last table of the glossary. */
function readRules() {
  const section = readFileSync(join(ROOT, GLOSSARY), 'utf8').split(/^## 4\. /m)[1] ?? ''
  const rows = [...section.matchAll(/^\| (\S+) +\| (.+?) +\| (.+?) +\|$/gm)]
    .map(([, language, word, write]) => ({ language, word, write, pattern: patternOf(word) }))
    .filter(({ language }) => !/^(Language|-+)$/.test(language))
  const unknown = rows
    .map(({ language }) => language)
    .filter((language) => language !== EVERY_LANGUAGE && !LANGUAGE_CODES.includes(language))
  return {
    rules: rows,
    errors: [
      ...(rows.length === 0 ? [`${GLOSSARY} has no table of words in section 4`] : []),
      ...unknown.map((language) => `${GLOSSARY}: ${language} is not a language of the product`),
    ],
  }
}

/** A whole word where the script puts spaces between words: neither a letter before it nor one after it. */
function patternOf(word) {
  const isSpaced = (character) => /[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(character)
  const before = isSpaced(word[0]) ? '(?<!\\p{L})' : ''
  const after = isSpaced(word.at(-1)) ? '(?!\\p{L})' : ''
  return new RegExp(`${before}${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}${after}`, 'iu')
}

function findRenamedLabels(locales) {
  const textOf = (language, fullKey) => {
    const [namespace, key] = fullKey.split(':')
    return locales.get(namespace)?.get(language)?.[key] ?? ''
  }
  return LANGUAGE_CODES.flatMap((language) =>
    Object.entries(NAMED_LABELS).flatMap(([key, labelKey]) => {
      const label = textOf(language, labelKey)
      const text = textOf(language, key).toLocaleLowerCase(language)
      return text.includes(label.toLocaleLowerCase(language))
        ? []
        : [`${language}: ${key} does not name “${label}” (${labelKey})`]
    }),
  )
}
