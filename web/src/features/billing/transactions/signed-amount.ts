import { formatMoney, type Language, type Transaction } from '@scanleaf/shared'

/** How money moved past the payments: a credit into the wallet, a refund out of it. Payments have no sign. */
const SIGNS: Partial<Record<Transaction['type'], string>> = { credit: '+', refund: '−' }

/** The amount of a movement, the same in its row and in its details. */
export const signedAmount = ({ type, amount, currency }: Transaction, language: Language): string =>
  `${amount === 0 ? '' : (SIGNS[type] ?? '')}${formatMoney(amount, currency, language)}`
