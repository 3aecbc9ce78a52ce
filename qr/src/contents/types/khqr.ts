import { defineContentType, type FieldProblems } from '../content-type'
import { accountValue, readMerchantCode } from '../emv/merchant-code'
import { writeKhqr } from '../emv/other-schemes'
import { amountProblem, cleanAmount } from '../emv/payment-text'
import { schemeOf } from '../emv/schemes'
import { paymentTextField } from './payment-fields'

const MAX_CITY = 15
/** Longest account and bank (KHQR specification §2.2). */
const MAX_ACCOUNT = 32

/** A personal KHQR of Cambodia for many payments (National Bank of Cambodia, tag 29). */
export const khqr = defineContentType<
  'account' | 'accountName' | 'city' | 'currency' | 'amount' | 'number' | 'bankName'
>({
  name: 'KHQR',
  fields: [
    {
      name: 'account',
      label: 'bakongAccount',
      kind: 'line',
      isRequired: true,
      rule: (account) =>
        account.length <= MAX_ACCOUNT && /^[!-?A-~]+@[a-z0-9_]+$/i.test(account) ? null : 'bakong-account',
    },
    paymentTextField({ name: 'accountName', isRequired: true }),
    paymentTextField({ name: 'city', isRequired: true, maxLength: MAX_CITY }),
    { name: 'currency', kind: 'choice', isRequired: false, choices: ['KHR', 'USD'] },
    { name: 'amount', kind: 'line', isRequired: false },
    paymentTextField({ name: 'number', isRequired: false }),
    paymentTextField({ name: 'bankName', isRequired: false, maxLength: MAX_ACCOUNT }),
  ],
  settle: ({ amount, currency }) => ({ amount: cleanAmount(amount, currency) }),
  checkTogether({ amount, currency }): FieldProblems<'amount'> {
    const problem = amount === '' ? null : amountProblem(amount, currency)
    return problem === null ? {} : { amount: problem }
  },
  encode: ({ account, accountName, city, currency, amount, number, bankName }) =>
    writeKhqr({
      account,
      name: accountName,
      city,
      currency: currency === 'USD' ? 'USD' : 'KHR',
      amount,
      number,
      bank: bankName,
    }),
  parse(payload) {
    try {
      const code = readMerchantCode(payload)
      const [, objects] = code.accounts.find(([tag]) => tag === '29') ?? []
      if (objects === undefined || schemeOf(code) !== 'KHQR' || !code.isMany) return null
      return {
        account: accountValue(objects, '00'),
        accountName: code.name,
        city: code.city,
        currency: code.currency === '840' ? 'USD' : 'KHR',
        amount: code.amount ?? '',
        number: accountValue(objects, '01'),
        bankName: accountValue(objects, '02'),
      }
    } catch {
      return null
    }
  },
})
