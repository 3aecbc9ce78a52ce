import { defineContentType } from '../content-type'

/** The text as it is, in UTF-8. */
export const plainText = defineContentType({
  name: 'Text',
  fields: [{ name: 'plainText', kind: 'multiline', isRequired: true }],
  encode: (content) => content.plainText,
  parse: (payload) => (payload === '' ? null : { plainText: payload }),
})
