import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../lib/run-command.mjs'

const HELP = 'docs/help'

/**
 * The texts of the screens in one language, as the files have them.
 * @param {Map<string, Map<string, Record<string, unknown>>>} locales
 * @returns {Generator<{ place: string, text: string }>}
 */
export function* screenTexts(locales, language) {
  for (const [namespace, languages] of locales) {
    for (const [key, text] of Object.entries(languages.get(language) ?? {}))
      yield { place: `shared/locales/${namespace}/${language}.json: ${key}`, text: String(text) }
  }
}

/**
 * The lines of the help in one language, without the targets of links and the words for the search.
 * @returns {Generator<{ place: string, text: string }>}
 */
export function* helpLines(language) {
  for (const file of readdirSync(join(ROOT, HELP, language))) {
    const lines = readFileSync(join(ROOT, HELP, language, file), 'utf8').split('\n')
    for (const [index, line] of lines.entries())
      yield {
        place: `${HELP}/${language}/${file}:${index + 1}`,
        text: line.replace(/<!--.*-->/, '').replace(/\]\([^)]*\)/g, ']'),
      }
  }
}
