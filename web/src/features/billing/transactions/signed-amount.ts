import { formatMoney, formatVnd, type Language, type Transaction } from '@scanleaf/shared'

/** Into the wallet; all others are spent or taken. */
const MONEY_IN: readonly Transaction['type'][] = ['topup', 'credit']

const withSign = (sign: '+' | '−', text: string): string => `${sign}${text}`

/** The amount of a movement, the same in its row and in its details. What has not moved has no sign. */
export function signedAmount(
  { type, amount, currency, status }: Pick<Transaction, 'type' | 'amount' | 'currency' | 'status'>,
  language: Language,
): string {
  const text = formatMoney(amount, currency, language)
  if (amount === 0 || status !== 'success') return text
  return withSign(MONEY_IN.includes(type) ? '+' : '−', text)
}

/** A sum of what went in, or out. @param amount not negative */
export const signedSum = (sign: '+' | '−', amount: number, language: Language): string =>
  amount === 0 ? formatVnd(0, language) : withSign(sign, formatVnd(amount, language))
