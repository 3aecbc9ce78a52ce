import { tsImport } from 'tsx/esm/api'
import { readLocales } from './locale-texts.mjs'
import { RULES } from './typography-rules.mjs'
import { helpLines, screenTexts } from './user-texts.mjs'

const { LANGUAGE_CODES } = await tsImport('../../shared/src/languages.ts', import.meta.url)

/** Texts that are data: rows of a table, as somebody would paste them. */
const DATA = /: paste\.example$/

/**
 * Texts and help pages that break the punctuation, spacing or spelling of their language (docs/glossary.md §1.1).
 * Each rule has a text that breaks it, and is itself an error when it does not find that one.
 * @returns {string[]} one line for each
 */
export function findWrongTypography() {
  const locales = readLocales()
  const blind = Object.entries(RULES).flatMap(([language, rules]) =>
    rules
      .filter(({ pattern, wrong }) => !pattern.test(read(wrong)))
      .map(({ wrong }) => `typography-rules.mjs, ${language}: does not find its own “${wrong}”`),
  )
  const found = LANGUAGE_CODES.flatMap((language) => {
    const rules = [...RULES['*'], ...(RULES[language] ?? [])]
    return [...screenTexts(locales, language), ...helpLines(language)]
      .filter(({ place }) => !DATA.test(place))
      .flatMap(({ place, text }) =>
        rules
          .filter(({ pattern }) => pattern.test(read(text)))
          .map(({ write }) => `${place}: ${write}: ${text}`),
      )
  })
  return [...blind, ...found]
}

/** What is there when the placeholders are filled: a digit for a number, ￼ for another; no marks of Markdown. */
const read = (text) =>
  text
    .replace(/\{\{[^}]*number\}\}/g, '1')
    .replace(/\{\{[^}]*\}\}/g, '\ufffc')
    .replace(/\*\*|`/g, '')
    .replace(/^\s*(\d+\.|-|#+) /, '')
