import type { FieldProblem } from '../content-field'
import { defineContentType } from '../content-type'
import { cleanEmail, emailProblem } from '../email-address'
import { readSchemeCode } from '../emv/merchant-code'
import { writeFps } from '../emv/other-schemes'
import { amountField, compactId, useField } from './payment-fields'

const GUID = 'HK.COM.HKICL'
const ID_TAGS = { '02': 'fpsId', '03': 'mobile', '04': 'email' } as const

function settledId(idKind: string, id: string): string {
  if (idKind === 'email') return cleanEmail(id)
  const plain = compactId(id)
  return idKind === 'mobile' ? plain.replace(/^(?:(?:\+|00)?852)?(?=\d{8}$)/, '+852-') : plain
}

function idProblem(idKind: string, id: string): FieldProblem | null {
  if (idKind === 'email') return emailProblem(id) ?? (/^[!-~]{1,99}$/.test(id) ? null : 'invalid-email')
  if (idKind === 'mobile') return /^\+852-[4-9]\d{7}$/.test(id) ? null : 'hong-kong-mobile'
  return /^(?:\d{7}|\d{9})$/.test(id) ? null : 'fps-id'
}

/** FPS of Hong Kong (HKMA, Common QR Code Specification for Retail Payments, tag 26). */
export const fps = defineContentType({
  name: 'FPS',
  fields: [
    { name: 'idKind', kind: 'choice', isRequired: false, choices: ['mobile', 'fpsId', 'email'] },
    { name: 'id', label: 'payeeId', kind: 'line', isRequired: true },
    amountField('HKD'),
    useField,
  ],
  settle: ({ idKind, id }) => ({ id: settledId(idKind, id) }),
  checkTogether({ idKind, id }) {
    const problem = idProblem(idKind, id)
    return problem === null ? {} : { id: problem }
  },
  encode: ({ idKind, id, amount, use }) =>
    writeFps(
      idKind === 'fpsId' ? { fpsId: id } : idKind === 'email' ? { email: id } : { mobile: id },
      amount || undefined,
      use !== 'once',
    ),
  parse(payload) {
    const code = readSchemeCode(payload, GUID)
    const [tag, id] = code?.account.find(([found]) => found in ID_TAGS) ?? []
    if (!code || tag === undefined || id === undefined) return null
    const idKind = ID_TAGS[tag as keyof typeof ID_TAGS]
    return { idKind, id, amount: code.amount ?? '', use: code.isMany ? 'many' : 'once' }
  },
})
