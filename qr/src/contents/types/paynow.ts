import { defineContentType } from '../content-type'
import { accountValue, readSchemeCode } from '../emv/merchant-code'
import { isUen, writePayNow } from '../emv/other-schemes'
import { isMoment } from '../moment'
import { amountField, compactId, paymentTextField, useField } from './payment-fields'

const GUID = 'SG.PAYNOW'

const dayOf = (digits: string): string => digits.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')

/** PayNow of Singapore (SGQR specification, tag 26). */
export const payNow = defineContentType<
  'idKind' | 'id' | 'accountName' | 'amount' | 'mayChange' | 'expiry' | 'reference' | 'use'
>({
  name: 'PayNow',
  fields: [
    { name: 'idKind', kind: 'choice', isRequired: false, choices: ['uen', 'mobile'] },
    { name: 'id', label: 'payeeId', kind: 'line', isRequired: true, tidy: compactId },
    paymentTextField({ name: 'accountName', isRequired: true }),
    amountField('SGD'),
    { name: 'mayChange', kind: 'flag', isRequired: false },
    {
      name: 'expiry',
      kind: 'moment',
      isRequired: false,
      rule: (day) => (day.length === 10 && isMoment(day) ? null : 'invalid-date'),
    },
    paymentTextField({ name: 'reference', isRequired: false }),
    useField,
  ],
  settle: ({ idKind, id }) =>
    idKind === 'mobile' ? { id: id.replace(/^(?:(?:\+|00)?65)?(?=\d{8}$)/, '+65') } : {},
  checkTogether({ idKind, id }) {
    if (idKind === 'mobile') return /^\+65[89]\d{7}$/.test(id) ? {} : { id: 'singapore-mobile' }
    return isUen(id) ? {} : { id: 'singapore-uen' }
  },
  encode: ({ idKind, id, accountName, amount, mayChange, expiry, reference, use }) =>
    writePayNow({
      ...(idKind === 'mobile' ? { mobile: id } : { uen: id }),
      name: accountName,
      amount,
      mayChange: mayChange === 'true',
      expiry,
      reference,
      isMany: use !== 'once',
    }),
  parse(payload) {
    const code = readSchemeCode(payload, GUID)
    if (!code) return null
    const { account, name, amount, bill, isMany } = code
    return {
      idKind: accountValue(account, '01') === '0' ? 'mobile' : 'uen',
      id: accountValue(account, '02'),
      accountName: name,
      amount: amount ?? '',
      mayChange: accountValue(account, '03') === '1' ? 'true' : '',
      expiry: dayOf(accountValue(account, '04')),
      reference: bill,
      use: isMany ? 'many' : 'once',
    }
  },
})
