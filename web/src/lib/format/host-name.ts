export interface HostName {
  /** As it is looked up, in punycode. */
  ascii: string
  /** As people read it. */
  unicode: string
  /** Its letters can be mistaken for those of another name: mixed scripts, or a foreign one that looks like Latin. */
  isDeceptive: boolean
  /** A user name stands before the host and may look like one (`bank.example@evil.example`). */
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

/** Cyrillic and Greek letters that look like Latin ones (Unicode confusables). */
const LOOKS_LATIN = /^[асԁеһіјӏорԛѕԝхуүԍαικνορυχ\d-]+$/u

function isDeceptive(label: string): boolean {
  const scripts = SCRIPTS.filter(({ pattern }) => pattern.test(label)).map(({ name }) => name)
  if (scripts.length > 1) return !TOGETHER.some((group) => scripts.every((name) => group.includes(name)))
  return scripts[0] !== 'Latin' && scripts.length === 1 && LOOKS_LATIN.test(label)
}

/** RFC 3492 §5. */
const BASE = 36
const MIN_THRESHOLD = 1
const MAX_THRESHOLD = 26
const SKEW = 38
const DAMP = 700
const INITIAL_BIAS = 72
const INITIAL_CODE_POINT = 128

/** A label in the form people read; one that is no punycode stays as it is (RFC 3492 §6.2). */
function decodeLabel(label: string): string {
  if (!label.startsWith('xn--')) return label
  const encoded = label.slice('xn--'.length)
  const end = encoded.lastIndexOf('-')
  const output = [...encoded.slice(0, Math.max(0, end))].map((character) => character.charCodeAt(0))
  let codePoint = INITIAL_CODE_POINT
  let bias = INITIAL_BIAS
  let place = 0
  for (let next = end + 1; next < encoded.length; ) {
    const before = place
    let weight = 1
    for (let k = BASE; ; k += BASE) {
      const digit = digitOf(encoded[next])
      next += 1
      if (digit === null) return label
      place += digit * weight
      const threshold = Math.min(MAX_THRESHOLD, Math.max(MIN_THRESHOLD, k - bias))
      if (digit < threshold) break
      weight *= BASE - threshold
    }
    bias = adapted(place - before, output.length + 1, before === 0)
    codePoint += Math.floor(place / (output.length + 1))
    place %= output.length + 1
    if (codePoint > 0x10ffff) return label
    output.splice(place, 0, codePoint)
    place += 1
  }
  return String.fromCodePoint(...output)
}

/** a-z are 0 to 25, 0-9 are 26 to 35. */
function digitOf(character: string | undefined): number | null {
  const digit = 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(character ?? ' ')
  return digit < 0 ? null : digit
}

/** RFC 3492 §6.1. */
function adapted(delta: number, length: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / DAMP) : delta >> 1
  rest += Math.floor(rest / length)
  let k = 0
  for (; rest > ((BASE - MIN_THRESHOLD) * MAX_THRESHOLD) >> 1; k += BASE) {
    rest = Math.floor(rest / (BASE - MIN_THRESHOLD))
  }
  return k + Math.floor(((BASE - MIN_THRESHOLD + 1) * rest) / (rest + SKEW))
}
