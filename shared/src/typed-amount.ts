import { asciiDigits, cleanLine } from '@scanleaf/qr'
import type { Language } from './languages'
import { formatNumber, groupSizeOf, separatorsOf } from './number'

/** Why a typed amount is not read; each has a text `errors:field.{code}` with an example in the user's writing. */
export type AmountProblem =
  | 'required'
  | 'amount-negative'
  | 'amount-not-whole'
  | 'amount-grouping'
  | 'amount-characters'
  | 'invalid-amount'

/** Digits with a point before decimals, or why the text is not an amount. */
export type TypedAmount = { digits: string; problem: null } | { digits: null; problem: AmountProblem }

/** More digits before the decimals are no exact number of JSON. */
const MAX_DIGITS = 13
/** What separates thousands or decimals somewhere in the world. */
const SEPARATORS = /[\s.,'’٫٬]/
const DONG = /\s*₫$/

/**
 * An amount as somebody typed it. Digits of every script are read; thousands may be grouped as in the user's language,
 * and the product's own notation can be pasted. Nothing is guessed and nothing ignored: any other
 * text is refused.
 * @param options.decimals how many are allowed after the language's separator; 0 for VND
 * @example readTypedAmount('1.500.000', 'vi') // { digits: '1500000', problem: null }
 * @example readTypedAmount('1e6', 'vi') // { digits: null, problem: 'amount-characters' }
 */
export function readTypedAmount(
  typed: string,
  language: Language,
  { decimals = 0 }: { decimals?: number } = {},
): TypedAmount {
  const text = withLatinSeparators(asciiDigits(cleanLine(typed)), language).replace(DONG, '')
  if (text === '') return refused('required')
  const { decimal } = separatorsOf(language)
  const [whole = '', fraction, ...more] = decimals > 0 ? text.split(decimal) : [text]
  const digits = more.length === 0 ? ungrouped(whole, language) : null
  const isFraction = fraction === undefined || new RegExp(`^\\d{1,${decimals}}$`).test(fraction)
  if (digits === null || !isFraction) return refused(problemOf(text, language, decimals))
  const written = digits.replace(/^0+(?=\d)/, '')
  if (written.length > MAX_DIGITS) return refused('invalid-amount')
  return { digits: fraction === undefined ? written : `${written}.${fraction}`, problem: null }
}

/** Arabic keyboards have separators of their own. */
const withLatinSeparators = (text: string, language: Language): string =>
  language === 'ar' ? text.replaceAll('٬', ',').replaceAll('٫', '.') : text

/** Reads plain digits, or digits grouped as in the language; null for anything else. */
function ungrouped(text: string, language: Language): string | null {
  if (/^\d+$/.test(text)) return text
  const { group } = separatorsOf(language)
  // The no-break spaces of French and Russian are on no keyboard.
  const separator = group.trim() === '' ? '\\s' : `\\${group}`
  const size = groupSizeOf(language)
  const grouped = new RegExp(`^\\d{1,${size}}(?:${separator}\\d{${size}})*${separator}\\d{3}$`)
  return grouped.test(text) ? text.replace(/\D/g, '') : null
}

function problemOf(text: string, language: Language, decimals: number): AmountProblem {
  if (/^[-−–]/.test(text)) return 'amount-negative'
  const between = text.replace(/\d/g, '')
  if ([...between].some((each) => !SEPARATORS.test(each))) return 'amount-characters'
  const { decimal } = separatorsOf(language)
  const [before = '', after = '', ...more] = text.split(/\D/)
  const isTail = more.length === 0 && before !== '' && after !== '' && after.length !== 3
  const isDecimal = more.length === 0 && between === decimal
  return decimals === 0 && (isTail || isDecimal) ? 'amount-not-whole' : 'amount-grouping'
}

const refused = (problem: AmountProblem): TypedAmount => ({ digits: null, problem })

/**
 * The text of a field of whole amounts after a key or a paste. Where only digits come or go the field stays grouped;
 * anything else stays as typed, to be validated.
 * @param before the previous text of the field
 * @param after its current text
 */
export function retypedAmount(before: string, after: string, language: Language): string {
  const isGrouped = before === '' || readTypedAmount(before, language).problem === null
  const isPlain = isGrouped && /^\d*$/.test(asciiDigits(insertedInto(before, after)))
  const digits = isPlain ? asciiDigits(after).replace(/\D/g, '') : readTypedAmount(after, language).digits
  if (digits === '') return ''
  return digits === null || digits.length > MAX_DIGITS ? after : formatNumber(Number(digits), language)
}

/** The inserted text between the common beginning and the common end. */
function insertedInto(before: string, after: string): string {
  let start = 0
  while (start < after.length && start < before.length && before[start] === after[start]) start += 1
  let end = 0
  const most = Math.min(before.length, after.length) - start
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return after.slice(start, after.length - end)
}

/** An amount in the user's writing, for texts that say how to write one. */
export const exampleAmount = (language: Language): string => formatNumber(1_500_000, language)
