import type { FieldProblem } from '../content-field'
import { defineContentType } from '../content-type'
import { readSchemeCode } from '../emv/merchant-code'
import { isThaiId, writePromptPay } from '../emv/other-schemes'
import { isAmount } from '../emv/payment-text'
import { amountField, compactId, useField } from './payment-fields'

const BAHT = amountField('THB')
const GUID = 'A000000677010111'
const ID_TAGS = { '01': 'mobile', '02': 'taxId', '03': 'wallet' } as const

const inBaht = (amount: string): string => (isAmount(amount, 'THB') ? Number(amount).toFixed(2) : amount)

function idProblem(idKind: string, id: string): FieldProblem | null {
  if (idKind === 'mobile') return /^0\d{9}$/.test(id) ? null : 'thai-mobile'
  if (idKind === 'taxId') return isThaiId(id) ? null : 'thai-id'
  return /^\d{15}$/.test(id) ? null : 'thai-wallet'
}

/** PromptPay of Thailand (Thai QR Payment Standard, tag 29). */
export const promptPay = defineContentType({
  name: 'PromptPay',
  fields: [
    { name: 'idKind', kind: 'choice', isRequired: false, choices: ['mobile', 'taxId', 'wallet'] },
    { name: 'id', label: 'payeeId', kind: 'line', isRequired: true, tidy: compactId },
    { ...BAHT, tidy: (amount) => inBaht(BAHT.tidy?.(amount) ?? amount) },
    useField,
  ],
  settle: ({ idKind, id }) =>
    idKind === 'mobile' ? { id: id.replace(/^(?:\+66|0066|66(?=\d{9}$))0?/, '0') } : {},
  checkTogether({ idKind, id }) {
    const problem = idProblem(idKind, id)
    return problem === null ? {} : { id: problem }
  },
  encode: ({ idKind, id, amount, use }) =>
    writePromptPay(
      idKind === 'taxId' ? { taxId: id } : idKind === 'wallet' ? { wallet: id } : { mobile: id },
      amount || undefined,
      use !== 'once',
    ),
  parse(payload) {
    const code = readSchemeCode(payload, GUID)
    const [tag, value] = code?.account.find(([found]) => found in ID_TAGS) ?? []
    if (!code || tag === undefined || value === undefined) return null
    const idKind = ID_TAGS[tag as keyof typeof ID_TAGS]
    const id = idKind === 'mobile' ? value.replace(/^0066/, '0') : value
    return { idKind, id, amount: inBaht(code.amount ?? ''), use: code.isMany ? 'many' : 'once' }
  },
})
