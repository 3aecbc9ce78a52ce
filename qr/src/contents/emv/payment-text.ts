import { asciiDigits, cleanLine, normalForm } from '../clean-line'
import type { FieldProblem } from '../content-field'

/** Latin letters that no normal form takes apart. */
const LETTERS: Readonly<Record<string, string>> = {
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  þ: 'th',
  Þ: 'Th',
}

/**
 * A name or memo as payment codes hold it: ASCII, letters without their marks. What is left outside ASCII stays, for
 * {@link unwritable} to name.
 * @example paymentText('Quán Đào – bàn 5') // 'Quan Dao - ban 5'
 */
export const paymentText = (text: string): string =>
  asciiDigits(normalForm(cleanLine(text), 'NFKD'))
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .replace(/[‘’ʼ′]/g, "'")
    .replace(/[“”″]/g, '"')
    .replace(/[^ -~]/gu, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()

/** The first character that no payment code holds, or null (EMV QRCPS MPM v1.1 §3.4, alphanumeric special). */
export const unwritable = (text: string): string | null => /[^\x20-\x7e]/u.exec(text)?.[0] ?? null

/** Decimal places by currency (ISO 4217), as amounts are written on payment codes. */
const DECIMALS: Readonly<Record<string, number>> = {
  VND: 0,
  IDR: 0,
  KHR: 0,
  LAK: 0,
  THB: 2,
  SGD: 2,
  MYR: 2,
  USD: 2,
  HKD: 2,
  PHP: 2,
}

/** Longest amount (EMV QRCPS MPM v1.1 table 4.4, id 54). */
const MAX_AMOUNT = 13

/** Thousands in groups of three, by one sign. */
const GROUPED = /^\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3})*$/

/**
 * An amount as people type it, as digits and at most one point; the text as it is where it is none.
 * @example cleanAmount('50.000', 'VND') // '50000'
 */
export function cleanAmount(text: string, currency: string): string {
  const typed = asciiDigits(normalForm(cleanLine(text), 'NFKC')).replace(/\s+/g, ' ')
  const bare = typed.replace(/ ?(?:đ|₫|vnd|vnđ|[a-z]{3}|[฿$₭៛])$/iu, '').replace(/^[฿$₭៛] ?/u, '')
  const decimals = DECIMALS[currency] ?? 2
  if (decimals === 0) return GROUPED.test(bare) ? bare.replace(/\D/g, '') : bare
  return bare.replace(/(?<=\d)[, '](?=\d{3}(?:\D|$))/g, '')
}

/** Whether a clean amount can be paid: no zero, no sign, the decimals of its currency, at most 13 characters. */
export function isAmount(amount: string, currency: string): boolean {
  const decimals = DECIMALS[currency] ?? 2
  const form = decimals === 0 ? /^[1-9]\d*$/ : /^(?:0|[1-9]\d*)(?:\.\d{1,2})?$/
  return amount.length <= MAX_AMOUNT && form.test(amount) && Number(amount) > 0
}

/** Why a clean amount cannot be paid, or null. */
export function amountProblem(amount: string, currency: string): FieldProblem | null {
  if (isAmount(amount, currency)) return null
  if (/^[0.,]+$/.test(amount)) return 'amount-zero'
  if (amount.length > MAX_AMOUNT && /^[\d.]+$/.test(amount)) return 'too-large'
  if (!/^\d*[.,]\d+$/.test(amount)) return 'amount-digits'
  return (DECIMALS[currency] ?? 2) === 0 ? 'amount-whole' : 'amount-cents'
}
