import type { FieldProblem } from '../content-field'
import { defineContentType } from '../content-type'
import { bankOf } from '../emv/banks'
import { readVietQr, writeVietQr } from '../emv/vietqr'
import { amountField, compactId, paymentTextField, useField } from './payment-fields'

/** Accounts of all members of NAPAS 247; some have letters. */
const MIN_ACCOUNT = 6
const MAX_ACCOUNT = 19

function accountProblem(number: string): FieldProblem | null {
  if (!/^[0-9A-Z]+$/.test(number)) return 'account-characters'
  return number.length < MIN_ACCOUNT || number.length > MAX_ACCOUNT ? 'account-length' : null
}

/** Whether digits are a card's: 16 or 19, the last of which is a check digit (ISO/IEC 7812-1 annex B). */
function isCard(number: string): boolean {
  if (!/^(?:\d{16}|\d{19})$/.test(number)) return false
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** A payment to an account or card at a bank of Viet Nam (NAPAS format v1.0 §5.2.3.2). */
export const vietQr = defineContentType<
  'bank' | 'number' | 'accountName' | 'amount' | 'memo' | 'use' | 'service' | 'cardAnyway' | 'bill' | 'store'
>({
  name: 'VietQR',
  fields: [
    {
      name: 'bank',
      kind: 'bank',
      isRequired: true,
      rule: (bin) => (bankOf(bin) === null ? 'unknown-bank' : null),
    },
    { name: 'number', kind: 'line', isRequired: true, tidy: compactId, rule: accountProblem },
    paymentTextField({ name: 'accountName', isRequired: true }),
    amountField('VND'),
    paymentTextField({
      name: 'memo',
      isRequired: false,
      rule: (memo) => (/^[\w \-./]+$/.test(memo) ? null : 'memo-characters'),
    }),
    useField,
    { name: 'service', kind: 'choice', isRequired: false, choices: ['account', 'card'] },
    {
      name: 'cardAnyway',
      kind: 'flag',
      isRequired: false,
      applies: ({ service, use }) => service === 'card' && use !== 'once',
    },
    paymentTextField({ name: 'bill', isRequired: false }),
    paymentTextField({ name: 'store', isRequired: false }),
  ],
  checkTogether({ service, number, use, cardAnyway }) {
    if (service !== 'card') return {}
    if (!isCard(number)) return { number: 'card-number' }
    // Everybody who passes a sign could take the number of the card with them.
    return use === 'many' && cardAnyway === '' ? { cardAnyway: 'card-on-sign' } : {}
  },
  encode: ({ bank, accountName, service, use, cardAnyway: _, ...code }) =>
    writeVietQr({
      ...code,
      bin: bank,
      name: accountName,
      service: service === 'card' ? 'card' : 'account',
      use: use === 'once' ? 'once' : 'many',
    }),
  parse(payload) {
    const code = readVietQr(payload)
    if (code === null) return null
    const { bin, number, name, service, use, amount, memo, bill, store } = code
    const optional = Object.fromEntries(
      Object.entries({ accountName: name, service, amount, memo, bill, store }).filter(
        ([, value]) => value !== undefined,
      ),
    )
    return { bank: bankOf(bin)?.bin ?? bin, number, use, ...optional }
  },
})
