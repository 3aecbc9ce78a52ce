import type { Language } from '@scanleaf/shared'
import type { Words } from './intent-words'
import { type Phrases, phrasesOf, without } from './phrases'
import { WORDS } from './words'

export type Lexicon = Record<keyof Words, Phrases>

const lexicons = new Map<Language, Lexicon>()

export function lexiconOf(language: Language): Lexicon {
  const known = lexicons.get(language)
  if (known) return known
  const read = Object.fromEntries(
    Object.entries(WORDS[language]).map(([name, listed]) => [name, phrasesOf(listed)]),
  ) as Lexicon
  lexicons.set(language, read)
  return read
}

export const ADDRESS =
  /https?:\/\/[^\s"“”«»「」<>]+|(?<![\p{L}\p{N}@/.-])(?:[a-z0-9-]+\.)+[a-z]{2,}(?:\/[^\s"“”«»「」<>]*)?/giu
export const QUOTED = /["“„«「『]\s*([^"“”„«»「」『』]{1,200}?)\s*["”“»」』]/gu

/** Whether a text consists of words for what is asked and of fillers, in a language. */
export const saysNothing = (text: string, language: Language): boolean =>
  without(text, ...Object.values(lexiconOf(language))) === ''
