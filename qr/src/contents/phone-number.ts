import { asciiDigits, cleanLine, normalForm } from './clean-line'
import type { FieldProblem } from './content-field'

/** Digits of an international number with its country code, ITU-T E.164 §6.1. */
const MAX_DIGITS = 15
/** The shortest numbers with a country code are those of Niue: 683 and four digits. */
const MIN_INTERNATIONAL_DIGITS = 7
const MIN_DIGITS = 2
/** Codes such as `*21*number#` and `*100*card#` (3GPP TS 22.030 §6.5.2) carry a number or a card inside. */
const MAX_CODE_DIGITS = 32
/** Longer texts are no number. */
const MAX_LENGTH = 200

const DASH = /[\p{Pd}\u2043\u2212\u30fc]/gu
const MIDDLE_DOT = /[\u00b7\u2022\u2027\u2219\u30fb]/g
const SLASH = /[\u2044\u2215]/g
/** The national prefix in brackets after a country code, which nobody dials together (ITU-T E.123 §7.2). */
const NATIONAL_PREFIX = /^(\(?(?:\+|00) ?([1-9]\d{0,2})\)?)[ .-]*[([]0[)\]][ .-]*/
/** Italy, San Marino and the Vatican: there the 0 is a part of the number. */
const COUNTRIES_WITH_ZERO: ReadonlySet<string> = new Set(['39', '378', '379'])
/** How cards name an extension, in the languages of the product and its neighbours. */
const EXTENSION_WORDS =
  'ext(?:ension|n)?|x|máy lẻ|may le|nhánh|số nội bộ|nội bộ|内线|內線|分机|分機|转|轉|内線|내선|доб|вн|poste|durchwahl|dw|anexo|interno|int|ramal|samb|تحويلة|داخلي|एक्सटेंशन|ต่อ|ລະຫັດຕໍ່'
const NAMED_EXTENSION = new RegExp(
  String.raw`^([^*#].*\d\)?)(?:[\s,;.(-]*(?:${EXTENSION_WORDS})[\s.:=]*#?|\s#)(\d{1,7}#?)\)?$`,
  'iu',
)
/** An extension in brackets behind a whole number. */
const BRACKETED_EXTENSION = /^([^*#\d]*(?:\d[^\d(]*){6}\d.*?) ?\((\d{1,7})\)$/
/** A pause as dialers of phones write it: a comma, or the `p` of RFC 3601 §2.2. */
const PAUSES = /([\d)#])((?: ?(?:, ?|p(?=\d)))+)/gi
/** A number, and the tones that are sent after a pause once it is answered. */
const PARTS = /^(.*?)((?:,+(?:\d{1,7}|(?=\d*[*#])[\d*#]{1,20}))*)$/s
const MAIN = /^[\d\s().\-/*#+[\]]+$/
/** A number with its country code has only digits (ITU-T E.164 §6). */
const INTERNATIONAL_WITH_KEYS = /^\+.*[*#]/
/** What parts two numbers: a spaced dash, or a character that no number holds; a slash may also follow an area code. */
const SPACED_DASH = / - /
const OTHER_SEPARATOR = /[^\d\s().\-*#+[\]]+/
/** From this many digits on, the part before a separator is a number of its own and no area code. */
const WHOLE_NUMBER = { dash: 9, other: 7, international: 10 }
const digitsIn = (text: string): number => text.replace(/\D/g, '').length

/**
 * A phone number as it was meant and is stored: digits, dashes and spaces of every script as ASCII, without `tel:`, without
 * a national prefix in brackets after a country code, an extension behind a comma. Separators stay, as people read them.
 * @example cleanPhone('+84 (0)28 3822–1234 máy lẻ 101') // '+84 28 3822-1234,101'
 */
export function cleanPhone(text: string): string {
  if (text.length > MAX_LENGTH) return text
  const plain = asciiDigits(normalForm(cleanLine(text), 'NFKC'))
    .replace(DASH, '-')
    .replace(MIDDLE_DOT, '.')
    .replace(SLASH, '/')
    .replace(/\s+/g, ' ')
  return withoutScheme(plain)
    .replace(NATIONAL_PREFIX, (_, code: string, digits: string) =>
      COUNTRIES_WITH_ZERO.has(digits) ? `${code} 0` : `${code} `,
    )
    .replace(NAMED_EXTENSION, '$1,$2')
    .replace(BRACKETED_EXTENSION, '$1,$2')
    .replace(
      PAUSES,
      (_, before: string, pauses: string) => before + ','.repeat(pauses.match(/[,p]/gi)?.length ?? 0),
    )
    .trim()
}

/** The number of a `tel:` address and its extension; other parameters are not dialled (RFC 3966 §3). */
function withoutScheme(text: string): string {
  const [, number] = /^ ?tel:(?:\/\/)?([^?]*)/i.exec(text) ?? []
  return number === undefined ? text : number.replaceAll('%23', '#').replace(/;(?!ext=)[^;]*/gi, '')
}

/**
 * The characters of a stored number that a phone dials; a comma is a pause of two seconds.
 * @example dialled('+84 28 3822-1234,101') // '+842838221234,101'
 */
export const dialled = (number: string): string => number.replace(/[^\d+*#,]/g, '')

/** The stored number without the tones after a pause, and these tones with their comma. */
export function phoneParts(number: string): { main: string; tones: string } {
  const [, main = '', tones = ''] = PARTS.exec(number) ?? []
  return { main, tones }
}

/** The address that dials a stored number: RFC 3966 with the pause that phones know; `#` would start a fragment. */
export const telUri = (number: string): string => `tel:${dialled(number).replaceAll('#', '%23')}`

/** A number as a narrow column of a spreadsheet shows it: most of its digits are gone. */
const SCIENTIFIC = /^\d(?:[.,]\d+)?E\+\d{1,3}$/i

/** A number without the zero or the plus in front, which a spreadsheet takes away; of Viet Nam, whose numbers are of one form. */
const WITHOUT_PREFIX = /^(?:[35789]\d{8}|84[35789]\d{8})$/

/** Whether nobody can dial a stored number as it stands: a spreadsheet has taken it for a number and lost its beginning. */
export const lacksPrefix = (number: string): boolean => WITHOUT_PREFIX.test(dialled(number))

/** The error of a number that {@link cleanPhone} returned, or null. */
export function phoneProblem(number: string): FieldProblem | null {
  if (number.length > MAX_LENGTH) return 'phone-too-long'
  if (SCIENTIFIC.test(number)) return 'phone-scientific'
  const { main } = phoneParts(number)
  const keys = dialled(main)
  const digits = digitsIn(keys)
  if (isCode(keys)) return MAIN.test(main) ? codeProblem(digits) : 'invalid-phone'
  if (holdsTwo(main)) return 'two-phone-numbers'
  if (!MAIN.test(main) || INTERNATIONAL_WITH_KEYS.test(keys)) return 'invalid-phone'
  if (digits > MAX_DIGITS) return 'phone-too-long'
  if (keys.startsWith('+0')) return 'phone-country-code'
  return digits < (keys.startsWith('+') ? MIN_INTERNATIONAL_DIGITS : MIN_DIGITS) ? 'phone-too-short' : null
}

/** A code for the network or the telephone exchange, such as `*101#` and `#31#number`. */
const isCode = (keys: string): boolean => /^[*#]/.test(keys)

function codeProblem(digits: number): FieldProblem | null {
  if (digits > MAX_CODE_DIGITS) return 'phone-too-long'
  return digits === 0 ? 'phone-too-short' : null
}

const holdsTwo = (main: string): boolean =>
  /\d.*\+/s.test(main) ||
  isParted(main.split(SPACED_DASH), WHOLE_NUMBER.dash) ||
  isParted(main.split(OTHER_SEPARATOR), WHOLE_NUMBER.other) ||
  isShortPair(main.split(OTHER_SEPARATOR))

function isParted(parts: readonly string[], whole: number): boolean {
  const numbers = parts.map(dialled).filter((part) => /\d/.test(part))
  const isWhole = (part: string) =>
    digitsIn(part) >= (part.startsWith('+') ? WHOLE_NUMBER.international : whole)
  return (
    numbers.slice(0, -1).some(isWhole) ||
    numbers.filter((part) => digitsIn(part) >= WHOLE_NUMBER.other).length > 1
  )
}

/** Two short numbers, such as `113/114`; an area code begins with a zero or a plus. */
const isShortPair = ([first = '', second = '', ...others]: readonly string[]): boolean =>
  others.length === 0 &&
  first.trim().length === second.trim().length &&
  [first, second].every((part) => /^[1-9]\d{2,}$/.test(part.trim()))
