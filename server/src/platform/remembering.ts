const MAX_TEXTS = 2_000
const MAX_LENGTH = 512

/**
 * The same function, which remembers what it made of up to 2,000 texts of 512 characters: visitors send the same few again
 * and again.
 */
export function remembering<T extends string | object>(make: (text: string) => T): (text: string) => T {
  const made = new Map<string, T>()
  return (text) => {
    const known = made.get(text)
    if (known !== undefined) return known
    if (text.length > MAX_LENGTH) return make(text)
    if (made.size >= MAX_TEXTS) made.clear()
    // A part of a longer text keeps all of it in memory, such as a whole segment of a journal.
    const copy = Buffer.from(text, 'utf16le').toString('utf16le')
    const value = make(copy)
    made.set(copy, value)
    return value
  }
}
