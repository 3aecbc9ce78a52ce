import type { Language } from '../languages'
import { CODE_PAGES, type CodePage } from '../text-encodings'
import { WRITINGS, type Writing } from './code-page-letters'

/** The code page of Windows in the regions of a language, where it tells something: English and Malay are the same in all. */
const PAGE_OF_LANGUAGE: Partial<Record<Language, CodePage>> = {
  ...{ vi: 'windows-1258', ru: 'windows-1251', ar: 'windows-1256', th: 'windows-874' },
  ...{ 'zh-CN': 'gb18030', 'zh-TW': 'big5', ja: 'shift_jis', ko: 'euc-kr' },
  ...{ fr: 'windows-1252', de: 'windows-1252', es: 'windows-1252', it: 'windows-1252', pt: 'windows-1252' },
}

/** Bytes of lines with letters that are judged. */
const SAMPLE_BYTES = 6_144
/** Readings that are shown to choose from. */
const MAX_FITTING = 4
/** How much less likely than the best a reading may be, as the natural logarithm: in all, and of each unit of the best. */
const MARGIN = 9
const MARGIN_SHARE = 0.12
/** The same for the code page of the language, which then goes first. */
const OWN_MARGIN = 5
/** The code page of most files is taken before an equal one. */
const OTHERS_LENGTH = 1.5

/**
 * The code pages in which a text without a mark may be written: that of the language where it fits, else the most likely
 * one first. Each reading gets the length of its shortest description by the letters that a language has, as in a code of
 * Zipf's law; wrong readings are long, because they hold rare letters, signs within words and impossible sequences.
 */
export function fittingCodePages(bytes: Uint8Array, language: Language): CodePage[] {
  const sample = sampleOf(bytes)
  const own = PAGE_OF_LANGUAGE[language]
  const judged = CODE_PAGES.map((page) => {
    const text = new TextDecoder(page).decode(sample)
    const length = Math.min(...WRITINGS[page].map((writing) => lengthOf(text, page, writing)))
    return { page, text, length: length + (page === 'windows-1252' ? 0 : OTHERS_LENGTH) }
  }).sort((one, two) => one.length - two.length)
  const best = judged[0]?.length ?? 0
  const mayBeOwn = ({ page, length }: (typeof judged)[number]) => page === own && length <= best + OWN_MARGIN
  judged.sort((one, two) => Number(mayBeOwn(two)) - Number(mayBeOwn(one)))
  // Many texts are the same in several code pages.
  const texts = new Set<string>()
  return judged
    .filter(({ length }) => length <= best + MARGIN + best * MARGIN_SHARE)
    .filter(({ text }) => !texts.has(text) && texts.add(text))
    .slice(0, MAX_FITTING)
    .map(({ page }) => page)
}

/** The lines that hold bytes beyond ASCII: in each code page a line ends with the same byte, which is part of no letter. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(Math.min(bytes.length, SAMPLE_BYTES))
  let length = 0
  for (let start = 0; start < bytes.length && length < sample.length; ) {
    const found = bytes.indexOf(0x0a, start)
    const end = found < 0 ? bytes.length : found + 1
    const line = bytes.subarray(start, Math.min(end, start + sample.length - length))
    if (line.some((byte) => byte > 0x7f)) {
      sample.set(line, length)
      length += line.length
    }
    start = end
  }
  return sample.subarray(0, length)
}

/** What one character costs that a language does not have, by how far it is from being one. */
const LENGTHS = {
  /** Quotation marks, dashes and signs of money. */
  sign: 5,
  signInWord: 6,
  halfKana: 4.6,
  /** Another language of the same code page. */
  neighbour: 6.5,
  common: 8.8,
  rare: 11,
  /** No text has it. */
  never: 15,
  impossible: 6,
  /** A Vietnamese tone on its vowel. */
  tone: 1.5,
  capital: 1,
  capitalInWord: 5,
  besideAscii: { latin: 0, other: 4, 'east-asian': 1.5 },
} as const

const SIGN = /[\u2018-\u201e\u2013\u2014\u2026\u2022«»·©®™°€£₫×½¿¡§\u00a0\u3000-\u3011\uff01-\uff5e～￥]/u
/** An apostrophe and a point that stand within words. */
const WORD_SIGN = /[\u2019·\u3000-\u3011\uff01-\uff5e]/u
const HALF_KANA = /[\uff61-\uff9f]/u
const TONE = /[\u0300\u0301\u0303\u0309\u0323]/u
const TONED = /[aeiouyâêôăơư]/iu
/** The two letters of Vietnamese that stand together. */
const PAIR = /^ươ/iu
const NEVER = /[\p{Cc}\p{Cn}\p{Co}\ufffd]/u
const LETTER = /\p{L}/u
const CAPITAL = /\p{Lu}/u
const SMALL = /\p{Ll}/u
const ASCII_LETTER = /[a-z]/i

/** Of the characters beyond ASCII. */
function lengthOf(text: string, page: CodePage, writing: Writing): number {
  const ranks = ranksOf(writing)
  const ofPage = lettersOf(page)
  const common = commonOf(page, writing)
  const base = Math.log(Math.log(ranks.size) + 0.6)
  const { impossible, script } = writing
  const characters = [...text]
  let run = 0
  let length = 0
  for (const [place, character] of characters.entries()) {
    if (character <= '\x7f') {
      run = 0
      continue
    }
    const before = characters[place - 1] ?? ''
    const after = characters[place + 1] ?? ''
    if (TONE.test(character))
      length += page === 'windows-1258' && TONED.test(before) ? LENGTHS.tone : LENGTHS.never
    else if (NEVER.test(character)) length += LENGTHS.never
    else if (SIGN.test(character)) {
      length += LENGTHS.sign
      if (LETTER.test(before) && LETTER.test(after) && !WORD_SIGN.test(character))
        length += LENGTHS.signInWord
    } else {
      const small = ranks.has(character) ? character : character.toLowerCase()
      const rank = ranks.get(small)
      if (rank !== undefined) length += Math.log(1 + rank) + base
      else if (ofPage.has(small)) length += LENGTHS.neighbour
      else if (HALF_KANA.test(character)) length += LENGTHS.halfKana
      else length += common.has(character) ? LENGTHS.common : LENGTHS.rare
      if (CAPITAL.test(character)) length += SMALL.test(before) ? LENGTHS.capitalInWord : LENGTHS.capital
      for (const beside of [before, after])
        if (ASCII_LETTER.test(beside)) length += LENGTHS.besideAscii[script]
      // Latin words have letters of ASCII between the others.
      if (script === 'latin' && run > 0 && !PAIR.test(before + character)) length += run > 1 ? 3 : 1
      run++
    }
  }
  if (impossible)
    length += (text.match(new RegExp(impossible, `g${impossible.flags}`))?.length ?? 0) * LENGTHS.impossible
  return length
}

const RANKS = new Map<Writing, Map<string, number>>()

function ranksOf(writing: Writing): Map<string, number> {
  const known = RANKS.get(writing)
  if (known) return known
  const ranks = new Map<string, number>()
  for (const letter of writing.letters) if (!ranks.has(letter)) ranks.set(letter, ranks.size)
  RANKS.set(writing, ranks)
  return ranks
}

const LETTERS = new Map<CodePage, Set<string>>()

function lettersOf(page: CodePage): Set<string> {
  const letters =
    LETTERS.get(page) ?? new Set(WRITINGS[page].flatMap((writing) => [...ranksOf(writing).keys()]))
  LETTERS.set(page, letters)
  return letters
}

const COMMON = new Map<Writing, Set<string>>()

/** The characters of the first level of a standard of East Asia, decoded rather than listed. */
function commonOf(page: CodePage, writing: Writing): Set<string> {
  const known = COMMON.get(writing)
  if (known) return known
  const pairs: number[] = []
  const [first, trail, last] = writing.common ?? [1, 0, 0]
  for (let lead = first; lead <= last; lead++)
    for (let second = trail; second <= 0xfe; second++) pairs.push(lead, second, 0x20)
  const common = new Set(
    new TextDecoder(page).decode(Uint8Array.from(pairs)).match(/[^\p{Cc}\x20-\x7f\ufffd]/gu),
  )
  COMMON.set(writing, common)
  return common
}
