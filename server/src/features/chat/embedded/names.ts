import { type Language, type LocalDate, truncate } from '@scanleaf/shared'
import { daysNamed } from './days-named'
import { type Folded, foldWithPlaces, typedRange } from './folded'
import { ADDRESS, QUOTED, saysNothing } from './lexicon'
import { isSpaced } from './phrases'

/** Of a message, in folded UTF-16 units: a longer one is not a request. */
const MAX_READ = 200
/** Longest name that is found without quotation marks, in folded UTF-16 units. */
const MAX_NAME = 80
/** A single letter is in every message. */
const MIN_NAME = 2

/** What is in quotation marks or in an address is not a name by itself. */
const readable = (message: string): Folded =>
  foldWithPlaces(
    [ADDRESS, QUOTED].reduce(
      (text, known) => text.replace(known, (part) => ' '.repeat(part.length)),
      message,
    ),
  )

/** Whether a word may begin or end here: beside a blank, or beside a letter of a script without blanks. */
function isBoundary(text: string, at: number): boolean {
  const [before = ' ', after = ' '] = [text[at - 1], text[at]]
  return before === ' ' || after === ' ' || !isSpaced(before) || !isSpaced(after)
}

/** Every part of a message that may be the name of a code, as `foldText` writes it. */
export function possibleNames(message: string): string[] {
  const text = truncate(readable(message).text, MAX_READ)
  const found = new Set<string>()
  for (let from = 0; from < text.length; from++) {
    if (text[from] === ' ' || !isBoundary(text, from)) continue
    for (let to = from + MIN_NAME; to <= Math.min(text.length, from + MAX_NAME); to++)
      if (text[to - 1] !== ' ' && isBoundary(text, to)) found.add(text.slice(from, to))
  }
  return [...found]
}

/** A message in which names are in quotation marks, and those that were found in it. */
export interface Marked {
  message: string
  names: string[]
}

/**
 * Puts the names of codes in quotation marks, the longest first, as far as they do not overlap. A name that consists of
 * words of the language for what is asked, or of days, is a name only where its owner quotes it.
 * @param names of the person's codes, as `foldText` writes them
 */
export function markNames(
  message: string,
  names: readonly string[],
  { language, today }: { language: Language; today: LocalDate },
): Marked {
  const folded = readable(message)
  const taken: { from: number; to: number; name: string }[] = []
  const known = [...new Set(names)].sort((one, other) => other.length - one.length)
  for (const name of known) {
    if (saysNothing(name, language) || daysNamed(name, language, today)) continue
    for (let from = folded.text.indexOf(name); from >= 0; from = folded.text.indexOf(name, from + 1)) {
      const to = from + name.length
      const isFree = taken.every((other) => to <= other.from || from >= other.to)
      if (isFree && isBoundary(folded.text, from) && isBoundary(folded.text, to))
        taken.push({ from, to, name })
    }
  }
  taken.sort((one, other) => one.from - other.from)
  let marked = ''
  let end = 0
  for (const { from, to } of taken) {
    const [start, after] = typedRange(folded, from, to)
    marked += `${message.slice(end, start)} “${message.slice(start, after)}” `
    end = after
  }
  return { message: marked + message.slice(end), names: [...new Set(taken.map(({ name }) => name))] }
}
