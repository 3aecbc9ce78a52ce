import { defineContentType } from './content-type'
import { dialled, isPhone } from './field-rules'

/** `SMSTO:number:text`, the form that phones read; the text runs to the end and is not escaped. */
export const sms = defineContentType({
  name: 'SMS',
  fields: [
    { name: 'smsNumber', kind: 'phone', isRequired: true },
    { name: 'smsContent', kind: 'multiline', isRequired: true },
  ],
  encode: ({ smsNumber, smsContent }) => `SMSTO:${dialled(smsNumber)}:${smsContent}`,
  parse(payload) {
    const match = /^SMSTO:([^:]*)(?::(.*))?$/is.exec(payload)
    const smsNumber = match?.[1] ?? ''
    return isPhone(smsNumber) ? { smsNumber, smsContent: match?.[2] ?? '' } : null
  },
})
