import type { ContentField, FieldProblem } from './content-field'
import { validateWebsite } from './website'

/** Longest text that any symbol holds, in bytes (ISO/IEC 18004 table 7). */
const MAX_TEXT_BYTES = 2953
/** RFC 5321 §4.5.3.1.3, as corrected by erratum 1690. */
const MAX_EMAIL_BYTES = 254
const MAX_PHONE_DIGITS = 32

const LONE_SURROGATE = /\p{Surrogate}/u
const CONTROL = /[\p{Cc}\u2028\u2029]/u
/** Line breaks and tabs are part of a text. */
const CONTROL_IN_TEXT = /(?![\t\n\r\u0080-\u009f])\p{Cc}/u

/** The pattern of the HTML e-mail input, opened for letters outside ASCII (RFC 6531). */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~\u0080-\u{10ffff}-]+@[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?)*$/u

/** A number as people write it: digits, `+` in front, `*` and `#`, with spaces and the usual separators. */
const PHONE = /^\+?[\d\s().\-/*#]+$/

export const byteLength = (text: string): number => new TextEncoder().encode(text).length

/** The dialled characters of a phone number: separators left out. */
export const dialled = (text: string): string => text.replace(/[^\d+*#]/g, '')

export function isEmail(text: string): boolean {
  return EMAIL.test(text) && byteLength(text) <= MAX_EMAIL_BYTES
}

export function isPhone(text: string): boolean {
  const digits = dialled(text).replace(/\D/g, '').length
  return PHONE.test(text.trim()) && digits >= 2 && digits <= MAX_PHONE_DIGITS
}

/** What is wrong with the value of a field by its kind, or null. */
export function fieldProblem(field: ContentField, value: unknown): FieldProblem | null {
  if (typeof value !== 'string') return 'invalid-value'
  if (LONE_SURROGATE.test(value)) return 'invalid-text'
  if (field.kind === 'url') return value === '' && !field.isRequired ? null : validateWebsite(value)
  if (value.trim() === '') return field.isRequired ? 'required' : null
  if (byteLength(value) > (field.maxBytes ?? MAX_TEXT_BYTES)) return 'too-long'
  switch (field.kind) {
    case 'email':
      return isEmail(value) ? null : 'invalid-email'
    case 'phone':
      return isPhone(value) ? null : 'invalid-phone'
    case 'choice':
      return field.choices?.includes(value) ? null : 'invalid-choice'
    case 'multiline':
      return CONTROL_IN_TEXT.test(value) ? 'invalid-text' : null
    default:
      return CONTROL.test(value) ? 'invalid-text' : null
  }
}
