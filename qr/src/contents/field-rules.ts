import { byteLength } from './byte-length'
import { cleanLine, cleanSpacedLine, isBlank } from './clean-line'
import { cleanText } from './clean-text'
import type { ContentField, FieldKind, FieldProblem } from './content-field'
import { cleanEmail, emailProblem } from './email-address'
import { cleanBank } from './emv/banks'
import type { AddressRules } from './host'
import { cleanMoment } from './moment'
import { cleanPhone, phoneProblem } from './phone-number'
import { cleanWebsite, validateWebsite, websiteHref } from './website'

/** Longest text that any symbol holds, in bytes (ISO/IEC 18004 table 7). */
const MAX_TEXT_BYTES = 2953

const LONE_SURROGATE = /\p{Surrogate}/u
const CONTROL = /[\p{Cc}\u2028\u2029]/u
/** Line breaks and tabs are part of a text. */
const CONTROL_IN_TEXT = /(?![\t\n\r\u0080-\u009f])\p{Cc}/u
/** Paste artefacts around a password; its spaces are part of it. */
const INVISIBLE = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu

/** Where a text was wrapped on its way. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]/g
const INVISIBLE_ENDS =
  /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]+|[\s\p{Cc}\p{Default_Ignorable_Code_Point}]+$/gu

/** Whether a text is longer than any symbol: it is refused as it is, before anything looks at its characters. */
const isTooLong = (value: string): boolean =>
  value.length > MAX_TEXT_BYTES || byteLength(value) > MAX_TEXT_BYTES

const CLEANERS: Readonly<Record<FieldKind, (text: string) => string>> = {
  line: cleanLine,
  'spaced-line': cleanSpacedLine,
  multiline: cleanText,
  password: (text) => text.replace(INVISIBLE, ''),
  url: cleanWebsite,
  email: cleanEmail,
  phone: cleanPhone,
  choice: cleanLine,
  flag: (text) => (text === 'false' ? '' : text),
  bank: cleanBank,
  moment: cleanMoment,
  verbatim: (text) => text.replace(BREAKS, '').replace(INVISIBLE_ENDS, ''),
}

/** The text of a field without paste artefacts; an address gets no scheme. */
export function cleanTyped({ kind, tidy }: Pick<ContentField, 'kind' | 'tidy'>, text: string): string {
  if (isTooLong(text)) return text
  const clean = CLEANERS[kind](text)
  return tidy ? tidy(clean) : clean
}

/**
 * The value of a field as stored and encoded; an address that cannot be parsed and other values than text stay, but for
 * the truth value of a flag.
 */
export function cleanField<Value>(field: ContentField, value: Value): Value | string {
  const { kind, choices } = field
  if (kind === 'flag' && typeof value === 'boolean') return value ? 'true' : ''
  if (typeof value !== 'string') return value
  const clean = cleanTyped(field, value) || (choices?.[0] ?? '')
  return kind === 'url' && validateWebsite(clean, { privateHosts: true }) === null
    ? websiteHref(clean)
    : clean
}

/** The error of the cleaned value of a field by its kind and its own rule, or null. */
export function fieldProblem(field: ContentField, value: unknown, rules?: AddressRules): FieldProblem | null {
  const problem = kindProblem(field, value, rules)
  if (problem || typeof value !== 'string' || value === '') return problem
  return field.rule?.(value) ?? null
}

function kindProblem(field: ContentField, value: unknown, rules?: AddressRules): FieldProblem | null {
  if (typeof value !== 'string') return 'invalid-value'
  if (LONE_SURROGATE.test(value)) return 'invalid-text'
  if (field.kind === 'url') return value === '' && !field.isRequired ? null : validateWebsite(value, rules)
  if (isBlank(value)) return field.isRequired ? 'required' : null
  if (isTooLong(value)) return 'too-long'
  switch (field.kind) {
    case 'email':
      return emailProblem(value)
    case 'phone':
      return phoneProblem(value)
    case 'choice':
      return [...(field.choices ?? []), ...(field.otherChoices ?? [])].includes(value)
        ? null
        : 'invalid-choice'
    case 'flag':
      return value === 'true' ? null : 'invalid-choice'
    case 'multiline':
      return CONTROL_IN_TEXT.test(value) ? 'invalid-text' : null
    default:
      return CONTROL.test(value) ? 'invalid-text' : null
  }
}
