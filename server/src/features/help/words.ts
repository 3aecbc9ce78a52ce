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
/** These are written without spaces, and where a word ends is a guess: pairs of neighbours find what words miss. */
const WRITTEN_TOGETHER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]{2,}/gu
/** The Arabic article, by itself or after "and", "with", "for". */
const ARTICLE = /^(?:[وبف]?ال|لل)(?=\p{L}{3})/u

/** Results that are kept: examples consist of a few thousand words, each many times. */
const MAX_KEPT = 8000
/** A longer text is not a word. In UTF-16 units. */
const MAX_WORD = 30

/** A function of words whose results are kept. */
export function remembered<T>(of: (word: string) => T): (word: string) => T {
  const kept = new Map<string, T>()
  return (word) => {
    if (word.length > MAX_WORD) return of(word)
    const known = kept.get(word)
    if (known !== undefined) return known
    const result = of(word)
    if (kept.size >= MAX_KEPT) kept.clear()
    kept.set(word, result)
    return result
  }
}

/** One form for all ways to type a word: `Lượt Quét`, `luot quet`. */
export const fold = remembered((text) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(COLOURED_LETTER, '$1')
    .normalize('NFC')
    .replace(FOLDED_LETTER, (letter) => FOLDED[letter] ?? letter),
)

/** Grave, acute, tilde, hook and dot below: the tones of Vietnamese. */
const TONES = /[\u0300\u0301\u0303\u0309\u0323]/g

/** One form for both ways to place a tone: `xóa`, `xoá`. */
export const withToneLast = remembered((word) => {
  const apart = word.normalize('NFD')
  return apart.replace(TONES, '') + (apart.match(TONES) ?? []).join('')
})

const segmenters = new Map<Language, Intl.Segmenter>()

function segmenterOf(language: Language): Intl.Segmenter {
  let segmenter = segmenters.get(language)
  if (!segmenter) {
    segmenter = new Intl.Segmenter(language, { granularity: 'word' })
    segmenters.set(language, segmenter)
  }
  return segmenter
}

/** The words of a text in one form, also where the script puts no blanks between them. */
export const wordsOf = (language: Language, text: string): string[] => wordFormsOf(language, text).folded

/** The words of a text in one form, and as they were typed. */
export function wordFormsOf(language: Language, text: string): { folded: string[]; typed: string[] } {
  // Before folding: the segmenter's dictionaries know words as they are written.
  const composed = text.normalize('NFC')
  const words = [...segmenterOf(language).segment(composed)].filter(({ isWordLike }) => isWordLike)
  const pairs = (composed.match(WRITTEN_TOGETHER) ?? []).flatMap(pairsOf)
  const inForm = (form: (word: string) => string) => [
    ...words.map(({ segment }) => form(segment).replace(ARTICLE, '')),
    ...pairs,
  ]
  return { folded: inForm(fold), typed: inForm((word) => word.toLowerCase()) }
}

const pairsOf = (run: string): string[] =>
  [...run].slice(1).map((character, index) => [...run][index] + character)
