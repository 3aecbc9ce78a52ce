const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/** Where the text is in an open list or object: at an index, or behind a name, which is kept as its place in the text. */
interface Level {
  index: number
  name: readonly [start: number, end: number] | null
}

/**
 * Counts the values of a JSON text, and looks for one that is nested too deeply, without recursion and without reading
 * the values. A text that is not JSON gets some answer: it is refused when it is read.
 * @returns `tooDeep`: names and indexes of the first value beyond the depth, from the outermost; null when there is none
 */
export function measureJson(
  text: string,
  maxDepth: number,
): { values: number; tooDeep: (string | number)[] | null } {
  const levels: Level[] = []
  let values = 1
  let lastString: readonly [number, number] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfString(text, at)
      lastString = [at + 1, end]
      at = end
    } else if (OPENING.has(code)) {
      if (levels.length === maxDepth) return { values, tooDeep: levels.map((level) => stepOf(text, level)) }
      levels.push({ index: 0, name: null })
      values++
    } else if (CLOSING.has(code)) levels.pop()
    else if (code === COMMA) {
      values++
      const level = levels.at(-1)
      if (level) level.index++
    } else if (code === COLON) {
      const level = levels.at(-1)
      if (level) level.name = lastString
    }
  }
  return { values, tooDeep: null }
}

/** The place of the quotation mark that ends a string; the end of the text where none does. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === QUOTE) return at
  }
  return text.length
}

const stepOf = (text: string, { index, name }: Level): string | number => (name ? text.slice(...name) : index)
