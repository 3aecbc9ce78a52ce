import { formatNumber, type Language, readTypedAmount } from '@scanleaf/shared'

/** The server keeps no more. */
export const STORED_DECIMALS = 6

/** The whole number, whatever its digits: for a field, where nothing may be rounded away. */
export const formatDecimal = (value: number, language: Language): string =>
  formatNumber(value, language, STORED_DECIMALS)

/** A value that a schema refuses for an amount: unreadable text must not be read in another way. */
const UNREADABLE = '-'

/**
 * A typed amount as a body has it: digits with a point; empty for an empty field, and refused by every schema when it
 * could not be read.
 * @example amountBody('150.000,5', 'vi', MAX_DECIMALS) // '150000.5'
 */
export function amountBody(typed: string, language: Language, decimals: number): string {
  const { digits, problem } = readTypedAmount(typed, language, { decimals })
  return digits ?? (problem === 'required' ? '' : UNREADABLE)
}
