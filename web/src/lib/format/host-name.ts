import { SAME_AS_LATIN } from '@scanleaf/shared'
// With the slash: without it the name is a module of Node.js.
import { toUnicode } from 'punycode/'

export interface HostName {
  /** As it is looked up, in punycode. */
  ascii: string
  /** As people read it. */
  unicode: string
  /** Its letters can be mistaken for those of another name: mixed scripts, or a foreign one that looks like Latin. */
  isDeceptive: boolean
  /** A user name precedes the host and may look like one (`bank.example@evil.example`). */
  hasUserInfo: boolean
}

/** The host of a web address; null when the address cannot be read. */
export function hostOf(address: string): HostName | null {
  if (!URL.canParse(address)) return null
  const { hostname, username, password } = new URL(address)
  const labels = hostname.split('.').map(decodeLabel)
  return {
    ascii: hostname,
    unicode: labels.join('.'),
    isDeceptive: labels.some(isDeceptive),
    hasUserInfo: username !== '' || password !== '',
  }
}

/** Scripts that are written together in one language (Unicode TR 39 §5.2, highly restrictive). */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Hangul'],
  ['Latin', 'Han', 'Bopomofo'],
]
const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Georgian',
  'Cherokee',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Bopomofo',
].map((name) => ({ name, pattern: new RegExp(`\\p{Script=${name}}`, 'u') }))

const LOOKS_LATIN = new RegExp(`^[${SAME_AS_LATIN}\\d-]+$`, 'u')

function isDeceptive(label: string): boolean {
  const scripts = SCRIPTS.filter(({ pattern }) => pattern.test(label)).map(({ name }) => name)
  if (scripts.length > 1) return !TOGETHER.some((group) => scripts.every((name) => group.includes(name)))
  return scripts[0] !== 'Latin' && scripts.length === 1 && LOOKS_LATIN.test(label)
}

/** A label in the form people read; one that is not punycode stays as it is (RFC 3492 §6.2). */
function decodeLabel(label: string): string {
  try {
    return toUnicode(label)
  } catch {
    return label
  }
}
