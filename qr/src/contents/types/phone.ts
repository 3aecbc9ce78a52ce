import { defineContentType } from '../content-type'
import { cleanPhone, phoneProblem, telUri } from '../phone-number'

/** `tel:` with the dialled characters only (RFC 3966 §3). */
export const phone = defineContentType({
  name: 'Phone',
  fields: [{ name: 'phoneNumber', kind: 'phone', isRequired: true }],
  encode: ({ phoneNumber }) => telUri(phoneNumber),
  parse(payload) {
    if (!/^tel:/i.test(payload)) return null
    const phoneNumber = cleanPhone(payload)
    return phoneProblem(phoneNumber) === null ? { phoneNumber } : null
  },
})
