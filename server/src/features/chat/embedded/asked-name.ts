import type { Language } from '@scanleaf/shared'
import { LANGUAGE_TRAITS } from '../../../platform/language-traits'
import { withoutDays } from './days-named'
import { type Folded, foldWithPlaces, typedRange } from './folded'
import { lexiconOf } from './lexicon'
import type { Phrases } from './phrases'

/** A longer rest is not a name. In folded UTF-16 units. */
const MAX_NAME = 60

type Kind = 'code' | 'of' | 'scans' | 'filler' | 'other'

/** A part of a message that its language knows, in folded UTF-16 units; what it does not know may be a `name`. */
interface Part {
  from: number
  to: number
  kind: Kind | 'name'
}

interface Reader {
  pattern: RegExp
  kindOf(text: string): Kind
}

const readers = new Map<Language, Reader>()

/** The lists in which a word is looked for, the first that has it. */
const KINDS = ['code', 'of', 'scans', 'filler'] as const

function readerOf(language: Language): Reader {
  const known = readers.get(language)
  if (known) return known
  const lexicon = lexiconOf(language)
  const phrases = Object.values(lexicon).flat()
  const sources = phrases.map(sourceOf).sort((one, other) => other.length - one.length)
  const whole = (list: Phrases) => new RegExp(`^(?:${list.map(sourceOf).join('|') || '(?!)'})$`, 'u')
  const kinds = KINDS.map((kind) => [kind, whole(lexicon[kind])] as const)
  const reader = {
    pattern: new RegExp(sources.join('|'), 'gu'),
    kindOf: (text: string): Kind => kinds.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other',
  }
  readers.set(language, reader)
  return reader
}

function sourceOf({ words, isSpaced: isApart }: Phrases[number]): string {
  const text = words.map((word) => word.replace(/\*$/, '[\\p{L}\\p{M}]*')).join(' ')
  return isApart ? `(?<![\\p{L}\\p{M}\\p{N}])${text}(?![\\p{L}\\p{M}\\p{N}])` : text
}

/**
 * What a question about scans names as a code, by where it stands: beside the word for a code (“scans of the Tet code”),
 * or joined to the scans (“scans of Tet”); null when it names none. Nobody needs to have such a code.
 */
export function nameAskedFor(message: string, language: Language): string | null {
  const folded = foldWithPlaces(withoutDays(message, language))
  const parts = partsOf(folded, language)
  const at = parts.findIndex(({ kind }, place) => kind === 'name' && isNamed(parts, place, language))
  const name = parts[at]
  if (!name || name.to - name.from > MAX_NAME) return null
  return message.slice(...typedRange(folded, name.from, name.to))
}

function partsOf({ text }: Folded, language: Language): Part[] {
  const { pattern, kindOf } = readerOf(language)
  const parts: Part[] = []
  let end = 0
  const addRest = (to: number) => {
    const rest = text.slice(end, to)
    const from = end + rest.length - rest.trimStart().length
    // A number by itself is a day or a count.
    if (/\p{L}/u.test(rest)) parts.push({ from, to: from + rest.trim().length, kind: 'name' })
  }
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (found === '') continue
    addRest(index)
    end = index + found.length
    parts.push({ from: index, to: end, kind: kindOf(found) })
  }
  addRest(text.length)
  return parts
}

function isNamed(parts: readonly Part[], at: number, language: Language): boolean {
  const next = parts[at + 1]?.kind
  if (next === 'code') return true
  if (LANGUAGE_TRAITS[language].namesFirst)
    return next === 'of' && parts.slice(at + 2).some(({ kind }) => kind === 'scans')
  let isJoined = false
  for (const { kind } of parts.slice(0, at).reverse()) {
    if (kind === 'code') return true
    if (kind === 'scans') return isJoined
    if (kind === 'of') isJoined = true
    else if (kind !== 'filler') return false
  }
  return false
}
