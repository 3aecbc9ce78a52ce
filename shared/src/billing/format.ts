import { type Language, languageOf } from '../languages'
import { formatNumber } from '../number'
import { vietnamTime } from '../vietnam-time'

/** VND per US dollar, for amounts shown in dollars and charged by PayPal (payments §5). */
export const VND_PER_USD = 23_000

/**
 * US cents of an amount of VND, rounded half up: the shown amount is the charged one.
 * @param amount whole VND, not below zero
 * @example usdCents(199_000) // 865
 */
export const usdCents = (amount: number): number =>
  Math.floor((2 * 100 * amount + VND_PER_USD) / (2 * VND_PER_USD))

/**
 * VND without decimals, the sign after a no-break space (design language §9).
 * @example formatVnd(1_284_000, 'vi') // '1.284.000 ₫'
 */
export const formatVnd = (amount: number, language: Language): string =>
  `${formatNumber(amount, language, 0).replace('-', '−')}\u00a0₫`

/**
 * An amount of VND in dollars with two decimals.
 * @example formatUsd(199_000, 'en') // '$8.65'
 */
export const formatUsd = (amount: number, language: Language): string =>
  new Intl.NumberFormat(languageOf(language).intl, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
  })
    .format((Math.sign(amount) * usdCents(Math.abs(amount))) / 100)
    .replace('-', '−')

/** An amount of VND in the currency in which it was paid. */
export const formatMoney = (amount: number, currency: 'VND' | 'USD', language: Language): string =>
  currency === 'USD' ? formatUsd(amount, language) : formatVnd(amount, language)

/**
 * An amount of VND with the language's words for thousand, million and billion.
 * @example shortVnd(500_000, 'vi') // '500 nghìn ₫'
 */
export function shortVnd(amount: number, language: Language): string {
  const number = new Intl.NumberFormat(languageOf(language).intl, {
    notation: 'compact',
    compactDisplay: 'long',
    maximumFractionDigits: 1,
  }).format(amount)
  return `${number}\u00a0₫`
}

/** The end of a plan, `DD/MM/YY` in every language. @example formatExpiry('2026-11-13T17:00:00Z') // '14/11/26' */
export function formatExpiry(time: Date | string): string {
  const [year, month, day] = vietnamTime(time).slice(2, 10).split('-')
  return `${day}/${month}/${year}`
}
