import { defineContentType } from './content-type'
import { dialled, isPhone } from './field-rules'

/** `tel:` with the dialled characters only (RFC 3966 §3); `#` is percent-encoded, as it would start a fragment. */
export const phone = defineContentType({
  name: 'Phone',
  fields: [{ name: 'phoneNumber', kind: 'phone', isRequired: true }],
  encode: ({ phoneNumber }) => `tel:${dialled(phoneNumber).replaceAll('#', '%23')}`,
  parse(payload) {
    const match = /^tel:([^;?]+)/i.exec(payload)
    const phoneNumber = match?.[1]?.replaceAll('%23', '#') ?? ''
    return isPhone(phoneNumber) ? { phoneNumber } : null
  },
})
