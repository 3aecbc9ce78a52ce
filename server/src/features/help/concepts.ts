import type { Language } from '@scanleaf/shared'
import { LANGUAGE_TRAITS } from '../../platform/language-traits'
import { CONCEPTS, type Concept } from './concepts/names'
import { CONCEPT_WORDS } from './concepts/words'
import { fold, remembered, withToneLast } from './words'

/** A Latin word in a script of its own is English. */
const hasOwnScript = (language: Language): boolean =>
  LANGUAGE_TRAITS[language].joinsWords || LANGUAGE_TRAITS[language].fontSheet !== null
/** Marks make another word: “thu” is autumn, “thư” a letter. */
const TONAL: ReadonlySet<Language> = new Set(['vi'])
/** Shorter English words are syllables of other languages in Latin letters, such as "me", "to" and "hai". */
const MIN_LOAN = 4

/** A word of a question, or of a concept. */
interface Word {
  folded: string
  /** With the accents that were typed; null when there are none. */
  typed: string | null
  /** Any ending may follow. */
  isStem: boolean
}

interface Phrase {
  concept: Concept
  words: Word[]
}

interface Reader {
  /** Those whose first word a word of a question may be, in its two forms. */
  beginningWith: (forms: string) => readonly Phrase[]
  joined: readonly { concept: Concept; text: string }[]
}

const readers = new Map<Language, Reader>()

/** The concepts that a text in a language speaks of, each once. */
export function conceptsIn(language: Language, text: string): Concept[] {
  const reader = readerOf(language)
  const words = wordsIn(text, TONAL.has(language))
  const joined = reader.joined.length > 0 ? withoutBlanks(text) : ''
  const found = new Set<Concept>()
  for (const { concept, text: part } of reader.joined) if (joined.includes(part)) found.add(concept)
  for (const [at, word] of words.entries())
    for (const { concept, words: wanted } of reader.beginningWith(formsOf(word)))
      if (!found.has(concept) && isAt(wanted, words, at)) found.add(concept)
  return [...found].sort()
}

const isAt = (wanted: readonly Word[], words: readonly Word[], at: number): boolean =>
  wanted.every((want, place) => isWord(want, words[at + place]))

function isWord(want: Word | undefined, word: Pick<Word, 'folded' | 'typed'> | undefined): boolean {
  if (!want || !word) return false
  // "đổi" is not "dời"; who types no accents may mean either.
  const [said, asked] =
    word.typed === null ? [word.folded, want.folded] : [word.typed, want.typed ?? want.folded]
  return want.isStem ? said.startsWith(asked) : said === asked
}

const formsOf = ({ folded, typed }: Word): string => (typed === null ? folded : `${folded} ${typed}`)

function readerOf(language: Language): Reader {
  const known = readers.get(language)
  if (known) return known
  const isJoined = LANGUAGE_TRAITS[language].joinsWords
  const own = phrasesOf(language)
  const loans = hasOwnScript(language)
    ? phrasesOf('en').filter(({ words: [first] }) => (first?.folded.length ?? 0) >= MIN_LOAN)
    : []
  const spaced = byKey([...(isJoined ? [] : own), ...loans])
  const reader = {
    beginningWith: remembered((forms) => {
      const [folded = '', typed = null] = forms.split(' ')
      return (spaced.get(keyOf(folded)) ?? []).filter(({ words: [first] }) =>
        isWord(first, { folded, typed }),
      )
    }),
    joined: isJoined ? joinedOf(language) : [],
  }
  readers.set(language, reader)
  return reader
}

/** Each phrase that the words of concepts list, with its concept. */
const listed = (language: Language): { concept: Concept; text: string }[] =>
  CONCEPTS.flatMap((concept) =>
    CONCEPT_WORDS[language][concept].split('|').map((text) => ({ concept, text })),
  )

const phrasesOf = (language: Language): Phrase[] =>
  listed(language).map(({ concept, text }) => ({
    concept,
    words: text
      .split(' ')
      .flatMap((word) => wordsIn(word).map((one) => ({ ...one, isStem: word.endsWith('*') }))),
  }))

const joinedOf = (language: Language): Reader['joined'] =>
  listed(language).map(({ concept, text }) => ({ concept, text: withoutBlanks(text) }))

const withoutBlanks = (text: string): string => fold(text).replace(/\s+/g, '')

/** Enough letters to part the phrases, no more than the shortest stem has. */
const keyOf = (word: string): string => word.slice(0, 2)

function byKey(phrases: readonly Phrase[]): Map<string, Phrase[]> {
  const found = new Map<string, Phrase[]>()
  for (const phrase of phrases) {
    const key = keyOf(phrase.words[0]?.folded ?? '')
    const others = found.get(key)
    if (others) others.push(phrase)
    else found.set(key, [phrase])
  }
  return found
}

/** Who types tones types all of them: a word without is that word. */
const hasMarks = (text: string): boolean => fold(text) !== text

/** An elided article is a word of its own: “j’arrête”. */
const WORD = /[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}]|[-./@](?=[\p{L}\p{N}]))*/gu

function wordsIn(text: string, isTonal = false): Word[] {
  const plain = text.toLowerCase().normalize('NFC')
  const isMarked = isTonal && hasMarks(plain)
  return [...plain.matchAll(WORD)].map(([word]) => {
    const folded = fold(word)
    return { folded, typed: isMarked || folded !== word ? withToneLast(word) : null, isStem: false }
  })
}
