import { foldText, truncate } from '@scanleaf/shared'

/** Longest text that is searched, in UTF-16 units. */
const MAX_SEARCH_LENGTH = 400
/** Words of a search beyond these are left out. */
const MAX_WORDS = 8

/** Scripts from here on (Thai, Lao, Burmese, Khmer, Chinese …) are written without spaces between words. */
const WITHOUT_SPACES = 0x0e00

/** The searchable text of texts that belong together. The space in front marks the first word as a beginning. */
export const searchTextOf = (texts: readonly string[]): string =>
  truncate(` ${foldText(texts.join(' '))}`, MAX_SEARCH_LENGTH)

/** A word of a search. */
export interface SearchWord {
  /** LIKE pattern over the search text. */
  pattern: string
  /** Keys that the index has for every text with this word. */
  keys: string[]
}

/**
 * A typed search: each word anywhere in the text, a word of one or two letters at the beginning of a word. Empty when
 * nothing remains to search for.
 */
export function searchOf(typed: string): SearchWord[] {
  const words = [...new Set(foldText(typed).split(' '))].filter((word) => word !== '').slice(0, MAX_WORDS)
  return words.map((word) => ({
    pattern: isShort(word) ? `% ${word}%` : `%${word}%`,
    keys: [...new Set(keysOf(word))],
  }))
}

const isSpaced = (character: string): boolean => (character.codePointAt(0) ?? 0) < WITHOUT_SPACES

function isShort(word: string): boolean {
  const characters = [...word]
  return characters.length < 3 && characters.every(isSpaced)
}

/** The keys that a text with this word must have, by the rule of the function `user_code_keys`. */
function keysOf(word: string): string[] {
  const characters = [...word]
  if (isShort(word)) return characters.length === 2 ? [` ${word}`] : []
  return characters.flatMap((character, at) => {
    const length = isSpaced(character) ? 3 : 2
    return at + length <= characters.length ? [characters.slice(at, at + length).join('')] : []
  })
}
