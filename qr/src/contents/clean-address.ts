import { cleanLine } from './clean-line'

/** Quotation marks and brackets that no address begins or ends with (RFC 3986 §2). */
const DELIMITERS: ReadonlySet<string> = new Set('"“”„‟«»‹›<>《》〈〉「」『』＂＜＞ ')
/** An address may contain them: they are only removed in pairs. */
const PAIRED: ReadonlySet<string> = new Set("'`‘’‚‛＇")

/**
 * An address that was copied together with what stood around it: a clean line without the quotation marks or angle
 * brackets that delimit addresses in running text (RFC 3986 appendix C).
 * @example cleanAddress('"https://shop.example/"') // 'https://shop.example/'
 */
export function cleanAddress(text: string): string {
  const line = cleanLine(text)
  let start = 0
  let end = line.length
  const isAt = (place: number, marks: ReadonlySet<string>) => marks.has(line[place] ?? '')
  while (start < end) {
    if (isAt(start, DELIMITERS)) start++
    else if (isAt(end - 1, DELIMITERS)) end--
    else if (end - start > 1 && isAt(start, PAIRED) && isAt(end - 1, PAIRED)) {
      start++
      end--
    } else break
  }
  return line.slice(start, end).trim()
}
