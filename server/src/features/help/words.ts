import type { Language } from '@scanleaf/shared'

/** Marks of these scripts only colour a letter; in Thai, Khmer or Hindi they are letters of their own. */
const COLOURED_LETTER = /([\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}])\p{M}+/gu
const FOLDED: Record<string, string> = {
  đ: 'd',
  ł: 'l',
  ø: 'o',
  ı: 'i',
  ß: 'ss',
  œ: 'oe',
  æ: 'ae',
  ة: 'ه',
  ى: 'ي',
  ـ: '',
}
const FOLDED_LETTER = new RegExp(`[${Object.keys(FOLDED).join('')}]`, 'g')
/** Of these, people leave blanks and endings to the reader: pairs of characters find what whole words miss. */
const WRITTEN_TOGETHER = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]{3,}$/u
/** The Arabic article, alone or after "and", "with", "for". */
const ARTICLE = /^(?:[وبف]?ال|لل)(?=\p{L}{3})/u

/** One form for all ways to type a word: `Lượt Quét`, `luot quet`. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(COLOURED_LETTER, '$1')
    .normalize('NFC')
    .replace(FOLDED_LETTER, (letter) => FOLDED[letter] ?? letter)

const segmenters = new Map<Language, Intl.Segmenter>()

function segmenterOf(language: Language): Intl.Segmenter {
  let segmenter = segmenters.get(language)
  if (!segmenter) {
    segmenter = new Intl.Segmenter(language, { granularity: 'word' })
    segmenters.set(language, segmenter)
  }
  return segmenter
}

/** The words of a text in their folded form, also where the script puts no blanks between them. */
export function wordsOf(language: Language, text: string): string[] {
  // Before folding: the segmenter's dictionaries know words as they are written.
  const words = [...segmenterOf(language).segment(text.normalize('NFC'))].filter(
    ({ isWordLike }) => isWordLike,
  )
  return words.flatMap(({ segment }) => {
    const word = fold(segment).replace(ARTICLE, '')
    return WRITTEN_TOGETHER.test(word) ? [word, ...pairsOf(word)] : [word]
  })
}

const pairsOf = (word: string): string[] =>
  [...word].slice(1).map((character, index) => [...word][index] + character)
