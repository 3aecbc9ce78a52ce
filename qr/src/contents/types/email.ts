import { defineContentType } from '../content-type'

/** Percent-encodes what RFC 6068 §2 does not allow as it is, UTF-8 for the rest; `@` stays readable. */
const encodePart = (text: string): string => encodeURIComponent(text).replaceAll('%40', '@')

/** Line breaks in a body are CRLF (RFC 6068 §5). */
const withCrlf = (text: string): string => text.replace(/\r\n|\r|\n/g, '\r\n')

/** The text, or null where a percent sign is not followed by UTF-8. */
function decodePart(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** `mailto:` address with subject and body, RFC 6068. */
export const email = defineContentType({
  name: 'Email',
  fields: [
    { name: 'emailTabE', kind: 'email', isRequired: false },
    { name: 'titleTabE', kind: 'line', isRequired: false },
    { name: 'contentTabE', kind: 'multiline', isRequired: false },
  ],
  checkTogether: ({ emailTabE, titleTabE, contentTabE }) =>
    `${emailTabE}${titleTabE}${contentTabE}`.trim() === '' ? { emailTabE: 'required' } : {},
  encode({ emailTabE, titleTabE, contentTabE }) {
    const headers = []
    if (titleTabE !== '') headers.push(`subject=${encodeURIComponent(titleTabE)}`)
    if (contentTabE !== '') headers.push(`body=${encodeURIComponent(withCrlf(contentTabE))}`)
    return `mailto:${encodePart(emailTabE)}${headers.length > 0 ? '?' : ''}${headers.join('&')}`
  },
  parse(payload) {
    const match = /^mailto:([^?]*)(?:\?(.*))?$/is.exec(payload)
    if (!match) return null
    const parts = new Map<string, string>([['to', match[1] ?? '']])
    for (const header of (match[2] ?? '').split('&')) {
      const [name = '', ...value] = header.split('=')
      parts.set(name.toLowerCase(), value.join('='))
    }
    const [emailTabE, titleTabE, contentTabE] = ['to', 'subject', 'body'].map((name) =>
      decodePart(parts.get(name) ?? ''),
    )
    if (typeof emailTabE !== 'string' || typeof titleTabE !== 'string' || typeof contentTabE !== 'string') {
      return null
    }
    return { emailTabE, titleTabE, contentTabE: contentTabE.replaceAll('\r\n', '\n') }
  },
})
