import type { FieldProblem } from '../content-field'
import { defineContentType } from '../content-type'
import { EmvError } from '../emv/data-objects'
import { readPaymentCode } from '../emv/schemes'

function paymentCodeProblem(text: string): FieldProblem | null {
  try {
    readPaymentCode(text)
    return null
  } catch (error) {
    if (error instanceof EmvError) return error.problem
    throw error
  }
}

/** The code that a bank gave out, of whatever scheme: its text is printed as it is, so that the contract with the bank stays kept. */
export const paymentCode = defineContentType({
  name: 'PaymentCode',
  fields: [
    { name: 'text', label: 'paymentText', kind: 'verbatim', isRequired: true, rule: paymentCodeProblem },
  ],
  encode: ({ text }) => text,
  parse: (payload) => (paymentCodeProblem(payload) === null ? { text: payload } : null),
})
