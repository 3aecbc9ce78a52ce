import { cleanAddress } from './clean-address'
import { asciiDigits, cleanLine, isBlank } from './clean-line'
import { cleanSecret, cleanText } from './clean-text'
import type { ContentField, FieldKind, FieldProblem } from './content-field'
import type { AddressRules } from './host'
import { cleanWebsite, validateWebsite, websiteHref } from './website'

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

const CLEANERS: Readonly<Record<FieldKind, (text: string) => string>> = {
  line: cleanLine,
  multiline: cleanText,
  password: cleanSecret,
  url: cleanWebsite,
  email: cleanAddress,
  phone: (text) => asciiDigits(cleanAddress(text)),
  choice: cleanLine,
}

/** What was typed into a field of this kind, without what a paste brings along; an address gets no scheme. */
export const cleanTyped = (kind: FieldKind, text: string): string => CLEANERS[kind](text)

/** The value of a field as it is stored and encoded; an address that cannot be parsed and what is no text stay. */
export function cleanField<Value>({ kind }: ContentField, value: Value): Value | string {
  if (typeof value !== 'string') return value
  const clean = cleanTyped(kind, value)
  return kind === 'url' && validateWebsite(clean, { privateHosts: true }) === null
    ? websiteHref(clean)
    : clean
}

/** What is wrong with the clean value of a field by its kind, or null. */
export function fieldProblem(field: ContentField, value: unknown, rules?: AddressRules): FieldProblem | null {
  if (typeof value !== 'string') return 'invalid-value'
  if (LONE_SURROGATE.test(value)) return 'invalid-text'
  if (field.kind === 'url') return value === '' && !field.isRequired ? null : validateWebsite(value, rules)
  if (isBlank(value)) return field.isRequired ? 'required' : null
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
