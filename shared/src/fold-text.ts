import { normalForm } from '@scanleaf/qr'

/** Marks that accents, tones and Arabic vowels are written with. */
const ACCENTS = /[\u0300-\u036f\u064b-\u065f\u0670]/g
/** Letters that Unicode does not take apart, and the sigma that ends a Greek word: a part of a word ends anywhere. */
const PLAIN: Record<string, string> = { đ: 'd', ł: 'l', ø: 'o', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', ς: 'σ' }
const NOT_PLAIN = /[đłøıßæœς]/g
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/gu

/**
 * A text as it is compared: without accents and case, words parted by one space. Letters of every script stay.
 * @example foldText('Nhãn dán, Đồ UỐNG!') // 'nhan dan do uong'
 */
export function foldText(text: string): string {
  const plain = normalForm(text, 'NFKD').replace(ACCENTS, '')
  return normalForm(plain)
    .toLowerCase()
    .replace(NOT_PLAIN, (letter) => PLAIN[letter] ?? letter)
    .replace(BETWEEN_WORDS, ' ')
    .trim()
}

/** The beginning of a text, cut between characters. */
export const truncate = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
