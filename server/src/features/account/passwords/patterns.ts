/** Alphabet, digits and the rows of a keyboard: what fingers run along, in either direction. */
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
/** A password whose runs are this long on average has as many choices as it has runs. */
const LONG_RUN = 3

const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '+': 't',
  '(': 'c',
  '|': 'l',
  '€': 'e',
}

/**
 * A password with the letters that its signs stand for; two of them, as 1 stands for i and for l.
 * @example withoutLookAlikes('p@ssw0rd') // ['password', 'password']
 */
export const withoutLookAlikes = (password: string): string[] =>
  ['i', 'l'].map((one) =>
    [...password].map((sign) => (sign === '1' || sign === '!' ? one : (LOOK_ALIKES[sign] ?? sign))).join(''),
  )

/** Steps by which a letter follows another on a row: 1 and -1; 0 for the same letter again. */
function stepsBetween(from: string, to: string): number[] {
  if (from === to) return [0]
  return ROWS.flatMap((row) => [
    ...(row.includes(from + to) ? [1] : []),
    ...(row.includes(to + from) ? [-1] : []),
  ])
}

/**
 * Whether a password is one piece again and again, or little more than runs of one letter, of the alphabet, of digits or
 * of the keyboard.
 * @param password in lower case
 * @example isPattern('aaaaaaaaaa'), isPattern('abcdef123456'), isPattern('hanoihanoi') // true
 */
export function isPattern(password: string): boolean {
  const letters = [...password]
  return isRepeated(password) || runsOf(letters) * LONG_RUN <= letters.length
}

/** A text that is found in itself, doubled, before its end is a repetition. */
const isRepeated = (text: string): boolean => (text + text).indexOf(text, 1) < text.length

function runsOf(letters: readonly string[]): number {
  let runs = 1
  let possible: number[] | null = null
  for (let at = 1; at < letters.length; at++) {
    const steps = stepsBetween(letters[at - 1] ?? '', letters[at] ?? '')
    const going: number[] = possible === null ? steps : steps.filter((step) => possible?.includes(step))
    if (going.length > 0) possible = going
    else {
      runs += 1
      possible = null
    }
  }
  return runs
}
