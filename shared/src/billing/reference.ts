import { normalForm } from '@scanleaf/qr'

/** Crockford's: no I, L, O, U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RANDOM_SYMBOLS = 7

/** The check symbol of the seven before it (payments §6.3). @example checkSymbol('7K3M9P2') // 'F' */
function checkSymbol(symbols: string): string {
  const sum = [...symbols].reduce((total, symbol, i) => total + (i + 1) * ALPHABET.indexOf(symbol), 0)
  return ALPHABET.charAt(sum % 31)
}

/**
 * A payment reference: short, of letters and digits only, and checkable, since banks cut and rewrite the text of a
 * transfer (payments §6.3).
 * @param randomBelow a whole number from 0 up to its argument, without it
 */
export function newReference(randomBelow: (limit: number) => number): string {
  const symbols = Array.from({ length: RANDOM_SYMBOLS }, () => ALPHABET.charAt(randomBelow(ALPHABET.length)))
  return `QC${symbols.join('')}${checkSymbol(symbols.join(''))}`
}

const SHAPE = /^QC([0-9A-HJKMNP-TV-Z]{7})([0-9A-HJKMNP-TV-Z])$/

export function isReference(text: string): boolean {
  const [, symbols = '', check] = SHAPE.exec(text) ?? []
  return check !== undefined && checkSymbol(symbols) === check
}

const LENGTH = 2 + RANDOM_SYMBOLS + 1

const READ_AS: Record<string, string> = { O: '0', I: '1', L: '1' }

/**
 * A text in the form in which references are looked for: capitals without accents, as wide as ours, and the digits that
 * O, I and L are read and typed for (Crockford’s Base32). The form of a form is itself.
 * @example foldReference('qc4t8xw2ny') // 'QC4T8XW2NY'
 */
export const foldReference = (text: string): string =>
  normalForm(text, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[OIL]/g, (letter) => READ_AS[letter] ?? letter)

/** The references that the text of a bank transfer may mean, each once; mostly one. */
export function findReferences(content: string): string[] {
  const words = foldReference(content).split(/[^0-9A-Z]+/)
  return [...new Set([...words, words.join('')].flatMap(referencesIn))]
}

function referencesIn(word: string): string[] {
  const starts = [...word.matchAll(/QC/g)].map(({ index }) => index)
  return starts.map((start) => word.slice(start, start + LENGTH)).filter(isReference)
}
