import { formatNumber, type Language, separatorsOf } from '@scanleaf/shared'

/** The server keeps no more. */
const MAX_DECIMALS = 6

/** The whole number, whatever its digits: for a field, where nothing may be rounded away. */
export const formatDecimal = (value: number, language: Language): string =>
  formatNumber(value, language, MAX_DECIMALS)

/** First digits of the scripts in which our languages write numbers. */
const ZEROS = [...'٠۰०๐໐០၀'].map((zero) => zero.codePointAt(0) ?? 0)

function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const zero = ZEROS.find((each) => code >= each && code <= each + 9)
  return zero === undefined ? digit : String(code - zero)
}

/**
 * A number as somebody typed it in the writing of a language, as digits with a point. What can be no grouping of
 * thousands is read as a fraction: `12.5` in Vietnamese. Null for what is no number.
 * @example readDecimal('150.000,5', 'vi') // '150000.5'
 */
export function readDecimal(typed: string, language: Language): string | null {
  const { group: written, decimal } = separatorsOf(language)
  const group = written.trim()
  const text = typed
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, latinDigit)
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replace(/[\s'’]/g, '')
  if (/^\d+$/.test(text)) return text
  const [whole = '', fraction, ...more] = text.split(decimal)
  if (more.length > 0) return ungrouped(text, decimal)
  const digits = ungrouped(whole, group)
  if (digits !== null && fraction !== undefined)
    return /^\d+$/.test(fraction) ? `${digits}.${fraction}` : null
  if (digits !== null) return digits
  const [before = '', after = '', ...others] = text.split(group || ' ')
  return others.length === 0 && /^\d+$/.test(before) && /^\d+$/.test(after) ? `${before}.${after}` : null
}

/** Without the separators of thousands (and of lakhs), which stand where they belong; null when they do not. */
function ungrouped(text: string, separator: string): string | null {
  if (/^\d+$/.test(text)) return text
  if (separator === '') return null
  const [first = '', ...groups] = text.split(separator)
  const isGrouped =
    /^\d{1,3}$/.test(first) && groups.every((each) => /^\d{2,3}$/.test(each)) && groups.at(-1)?.length === 3
  return isGrouped ? [first, ...groups].join('') : null
}
