import { foldText } from '@scanleaf/shared'

/** Scripts with spaces between words: Latin, Greek, Cyrillic, and Devanagari. In the others a word is found anywhere. */
export const isSpaced = (character: string): boolean => {
  const point = character.codePointAt(0) ?? 0
  return point < 0x0590 || (point >= 0x0900 && point < 0x0980)
}

export interface Phrase {
  /** Folded words. */
  words: string[]
  isSpaced: boolean
}

export type Phrases = readonly Phrase[]

/** @param listed phrases parted by `|`, a `*` for any end of a word */
export const phrasesOf = (listed: string): Phrases =>
  listed
    .split('|')
    .filter(Boolean)
    .map((phrase) => ({
      words: phrase.split(' ').map((word) => foldText(word) + (word.endsWith('*') ? '*' : '')),
      isSpaced: isSpaced(phrase[0] ?? ''),
    }))
    .sort((one, other) => other.words.join(' ').length - one.words.join(' ').length)

const isWord = (word: string, wanted: string): boolean =>
  wanted.endsWith('*') ? word.startsWith(wanted.slice(0, -1)) : word === wanted

/** Where a phrase begins among words; -1 when it is not there. */
function placeOf({ words: wanted, isSpaced: isApart }: Phrase, words: readonly string[]): number {
  if (!isApart) return words.join(' ').includes(wanted.join(' ')) ? 0 : -1
  return words.findIndex((_, start) => wanted.every((one, at) => isWord(words[start + at] ?? '', one)))
}

export function has(text: string, phrases: Phrases): boolean {
  const words = foldText(text).split(' ')
  return phrases.some((phrase) => placeOf(phrase, words) >= 0)
}

/** The longest phrase with its marks and spaces in UTF-16 units. */
const MAX_AT_SIDE = 30

/** The longest of these phrases at a side of a text, with what parts it from the rest: its UTF-16 units; 0 for none. */
export function unitsAt(side: 'start' | 'end', text: string, phrases: Phrases): number {
  for (let units = Math.min(MAX_AT_SIDE, text.length); units > 0; units--) {
    const part = side === 'end' ? text.slice(-units) : text.slice(0, units)
    const next = side === 'end' ? text.at(-units - 1) : text.at(units)
    const folded = foldText(part)
    const isHere = ({ words, isSpaced: isApart }: Phrase) =>
      folded === words.join(' ') && !(isApart && /^[\p{L}\p{N}]/u.test(next ?? ''))
    if (phrases.some(isHere)) return units
  }
  return 0
}

/** The text without these phrases, as it was written. */
export function without(text: string, ...lists: readonly Phrases[]): string {
  // A mark between words says nothing of a name.
  let tokens = text
    .split(/[\s,;:?!。？！、，؟]+/)
    .filter(Boolean)
    .map((raw) => ({ raw: raw.replace(/\.+$/, ''), folded: foldText(raw) }))
  const phrases = lists.flat().sort((one, other) => other.words.length - one.words.length)
  for (const phrase of phrases) {
    const isWhole = phrase.isSpaced || phrase.words.length > 1
    tokens = isWhole ? withoutWords(tokens, phrase) : withoutPart(tokens, phrase)
  }
  return tokens
    .map(({ raw }) => raw)
    .join(' ')
    .trim()
}

interface Token {
  raw: string
  folded: string
}

function withoutWords(tokens: readonly Token[], phrase: Phrase): Token[] {
  const left: Token[] = []
  for (let at = 0; at < tokens.length; ) {
    const here = tokens.slice(at, at + phrase.words.length).map(({ folded }) => folded)
    const isHere =
      here.length === phrase.words.length &&
      here.every((word, place) => isWord(word, phrase.words[place] ?? ''))
    if (!isHere) left.push(tokens[at] as Token)
    at += isHere ? phrase.words.length : 1
  }
  return left
}

/** Where words are joined, the phrase is taken out of the middle of one. */
function withoutPart(tokens: readonly Token[], phrase: Phrase): Token[] {
  const [part = ''] = phrase.words
  if (part === '') return [...tokens]
  return tokens.flatMap((token) => {
    if (!token.folded.includes(part)) return token
    const rest = token.folded.split(part).join(' ').trim()
    return rest.split(' ').flatMap((word) => (word === '' ? [] : { raw: word, folded: word }))
  })
}
