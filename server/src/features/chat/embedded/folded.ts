import { foldText } from '@scanleaf/shared'

/** A text as it is compared, and for each of its UTF-16 units where it is in the text that was typed. */
export interface Folded {
  typed: string
  text: string
  places: readonly number[]
}

const MARK = /^\p{M}/u

/** {@link foldText} letter by letter. */
export function foldWithPlaces(typed: string): Folded {
  let text = ''
  const places: number[] = []
  let at = 0
  for (const letter of typed) {
    // A mark by itself is an accent, which is left out, or a vowel, which stays.
    const folded = MARK.test(letter) ? foldText(`x${letter}`).slice(1) : foldText(letter) || ' '
    if (folded !== ' ' || (text !== '' && !text.endsWith(' '))) {
      text += folded
      for (let unit = 0; unit < folded.length; unit++) places.push(at)
    }
    at += letter.length
  }
  return { typed, text: text.trimEnd(), places }
}

/** Where a part of the folded text is in the typed one: its beginning and its end. */
export function typedRange({ typed, places }: Folded, from: number, to: number): [number, number] {
  const last = places[to - 1] ?? 0
  let end = last + String.fromCodePoint(typed.codePointAt(last) ?? 0).length
  while (MARK.test(typed.slice(end, end + 2))) end += 1
  return [places[from] ?? 0, end]
}
