import { defineContentType } from '../content-type'
import { cleanPhone, dialled, phoneParts, phoneProblem } from '../phone-number'

/** `SMSTO:number:text`, the form that phones read; the text runs to the end and is not escaped. */
export const sms = defineContentType({
  name: 'SMS',
  fields: [
    {
      name: 'smsNumber',
      kind: 'phone',
      isRequired: true,
      rule: (number) => (phoneParts(number).tones === '' ? null : 'phone-extension'),
    },
    { name: 'smsContent', kind: 'multiline', isRequired: true },
  ],
  encode: ({ smsNumber, smsContent }) => `SMSTO:${dialled(smsNumber)}:${smsContent}`,
  parse(payload) {
    const match = /^SMSTO:([^:]*)(?::(.*))?$/is.exec(payload)
    const smsNumber = cleanPhone(match?.[1] ?? '')
    return phoneProblem(smsNumber) === null ? { smsNumber, smsContent: match?.[2] ?? '' } : null
  },
})
