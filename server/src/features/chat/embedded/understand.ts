import { foldText, type Language, type LocalDate } from '@scanleaf/shared'
import { nameAskedFor } from './asked-name'
import { daysNamed, type NamedDays } from './days-named'
import { hoursNamed } from './hours-named'
import type { Words } from './intent-words'
import { ADDRESS, type Lexicon, lexiconOf, QUOTED } from './lexicon'
import { has, without } from './phrases'

/** A tool to run, with its arguments. */
export interface Intent {
  tool: string
  args: Record<string, unknown>
}

/** Ids have capitals, digits, hyphens or underscores together, as no word has. */
const ID =
  /(?<![\p{L}\p{N}_-])(?=[A-Za-z0-9_-]*[A-Z0-9_-])(?![a-z]+-[a-z]+(?![\w-]))[A-Za-z0-9_-]{3,32}(?![\p{L}\p{N}_-])/gu
const NOT_AN_ID =
  /^(\d{4}-\d{1,2}-\d{1,2}|[A-Z]?[a-z]+|2FA|2fa|MFA|OTP|SSL|TLS|TXT|CSV|ZIP|QR|PDF|PNG|SVG|EPS|DNS|SMS|URL|GIF|JPEG|VND|USD|Wi-Fi|vCard|\d{1,6})$/
const INVOICE_NUMBER = /QC-\d{4}-\d{6}/i

/** Entities of a message, whatever its language. */
interface Named {
  /** Addresses of other sites. */
  addresses: string[]
  /** Quoted text. */
  quoted: string[]
  /** Ids, also those in links of codes. */
  ids: string[]
  /** The message without all these. */
  rest: string
}

function namedIn(message: string, codeHost: string): Named {
  const all = [...message.matchAll(ADDRESS)].map(([address]) => address.replace(/[.,;:!?)]+$/, ''))
  const isOwn = (address: string) =>
    address.replace(/^https?:\/\//i, '').startsWith(codeHost.replace(/^https?:\/\//, ''))
  const ownIds = all.filter(isOwn).map((address) => address.split('/').at(-1) ?? '')
  const withoutAddresses = message.replace(ADDRESS, ' ')
  const quoted = [...withoutAddresses.matchAll(QUOTED)].map(([, text = '']) => text)
  const rest = withoutAddresses.replace(QUOTED, ' ')
  const ids = [...rest.matchAll(ID)]
    .map(([id]) => id)
    .filter((id) => !NOT_AN_ID.test(id) && !INVOICE_NUMBER.test(id))
  return { addresses: all.filter((address) => !isOwn(address)), quoted, ids: [...ownIds, ...ids], rest }
}

/** Whether a message names what a tool needs by itself: an address for a new code, else a code or a text. */
export function isNamed(message: string, codeHost: string, { tool }: Intent): boolean {
  const { addresses, quoted, ids } = namedIn(message, codeHost)
  return quoted.length + ids.length + (tool === 'create_code' ? addresses.length : 0) > 0
}

/** Whether a message speaks of scans. */
export const speaksOfScans = (message: string, language: Language): boolean =>
  has(message, lexiconOf(language).scans)

/** The days that a message speaks of, as arguments of a tool; null for none. */
export function periodIn(message: string, language: Language, today: LocalDate): Period | null {
  const words = lexiconOf(language)
  return daysNamed(message, language, today) ?? periodOf((name) => has(message, words[name]))
}

/** The code whose scans a message asks for, whether there is one or not; null for all. */
export const codeAskedFor = (message: string, language: Language, codeHost: string): string | null =>
  codeIn(namedIn(message, codeHost), language)

const codeIn = ({ quoted, ids, rest }: Named, language: Language): string | null =>
  quoted[0] ?? ids[0] ?? nameAskedFor(rest, language)

type Period = NamedDays | { period: string }

/**
 * The intent of a message; null for a question about the product.
 * @param of `codeHost` is where links of codes begin
 */
export function understand(
  message: string,
  { language, codeHost, today }: { language: Language; codeHost: string; today: LocalDate },
): Intent | null {
  const words = lexiconOf(language)
  const named = namedIn(message, codeHost)
  const asks = (name: keyof Words) => has(named.rest, words[name])
  const isHow = asks('how')
  /** The code of a request: quoted, by its id, or the remaining words. */
  const codeOf = (...said: (keyof Words)[]) => codeWithin(named.rest, ...said)
  const codeWithin = (rest: string, ...said: (keyof Words)[]) =>
    named.quoted[0] ?? named.ids[0] ?? without(rest, ...said.map((name) => words[name]), words.filler)
  const isMarked = named.quoted.length + named.ids.length > 0
  const [address] = named.addresses

  if (asks('invoice') && !isHow) {
    const number = INVOICE_NUMBER.exec(message)?.[0]
    if (number || asks('explain')) return { tool: 'explain_invoice', args: number ? { number } : {} }
  }
  if (isHow && !isMarked && !address) return null
  if (asks('rename')) {
    const renaming = renameOf(named, words)
    if (renaming) return renaming
  }
  if (address && !isHow) {
    // "Make it open this too" behind an address asks for something else.
    if (has(message.slice(0, message.indexOf(address)), words.create)) {
      const name = named.quoted[0] ?? named.ids[0]
      return { tool: 'create_code', args: { target: address, ...(name && { name }) } }
    }
    if (asks('retarget')) {
      const timed = hoursNamed(named.rest, language)
      if (!timed) return { tool: 'retarget_code', args: { code: codeOf('retarget', 'to'), target: address } }
      const above = { when: { hours: [timed.hours] }, outcome: { to: { url: address } } }
      return { tool: 'set_rules', args: { code: codeWithin(timed.rest, 'retarget', 'to'), above } }
    }
  }
  if (asks('check') && isMarked) return { tool: 'check_scan', args: { code: codeOf('check') } }
  if (isHow) return null
  if (asks('scans')) {
    const period = periodIn(named.rest, language, today)
    const code = codeIn(named, language)
    if (period || code !== null)
      return { tool: 'show_scans', args: { ...(code !== null && { code }), ...period } }
  }
  if (asks('resume')) return { tool: 'resume_code', args: { code: codeOf('resume') } }
  if (asks('pause')) return { tool: 'pause_code', args: { code: codeOf('pause') } }
  if (asks('find')) return { tool: 'find_codes', args: { words: codeOf('find') } }
  return null
}

const PERIODS = {
  today: 'today',
  yesterday: 'yesterday',
  lastWeek: 'last-week',
  lastMonth: 'last-month',
  month: 'this-month',
  week: 'last-7-days',
} as const

function periodOf(asks: (name: keyof Words) => boolean): Period | null {
  for (const [word, period] of Object.entries(PERIODS))
    if (asks(word as keyof typeof PERIODS)) return { period }
  return null
}

/** `{code} to {name}`: both quoted, the new name quoted, or parted by a word of the language. */
function renameOf({ quoted, ids, rest }: Named, words: Lexicon): Intent | null {
  const [first, second] = quoted
  if (first && second) return { tool: 'rename_code', args: { code: first, name: second } }
  if (first && ids[0]) return { tool: 'rename_code', args: { code: ids[0], name: first } }
  const tokens = rest.split(/\s+/).filter(Boolean)
  const separators = words.to.map(({ words: [separator] }) => separator)
  const at = tokens.findIndex((token, place) => place > 0 && separators.includes(foldText(token)))
  if (at < 0) return null
  const before = without(tokens.slice(0, at).join(' '), words.rename, words.filler)
  const after = tokens.slice(at + 1).join(' ')
  // What is quoted is the old name where none precedes the word, and one follows it.
  if (first && before === '' && after !== '')
    return { tool: 'rename_code', args: { code: first, name: after } }
  const name = first ?? after
  return name === '' ? null : { tool: 'rename_code', args: { code: ids[0] ?? before, name } }
}
