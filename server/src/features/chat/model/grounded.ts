import { addressesIn } from '../../tools'

const ESCAPED = /\\([!-/:-@[-`{-~])/g
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(colon|sol|period|amp|commat));/gi
const NAMED: Record<string, string> = { colon: ':', sol: '/', period: '.', amp: '&', commat: '@' }

/** As a reader of Markdown sees it: an address may be written with escapes and character references (CommonMark §2.4, §2.5). */
const asRead = (markdown: string): string =>
  markdown.replace(ESCAPED, '$1').replace(REFERENCE, (whole, decimal, hex, name) => {
    if (name) return NAMED[name.toLowerCase()] ?? whole
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })

const withoutFragment = (address: string): string => address.replace(/#.*$/s, '')

/** What an answer may name. */
export interface Given {
  /** Addresses of the sections of the help that the model was given. */
  sections: readonly string[]
  /** Every text that it was given: the question, the conversation, results of tools. */
  texts: readonly string[]
  /** Whether it read something of the user's, which no page can confirm. */
  hasRead: boolean
}

/**
 * Whether an answer rests on what the model was given: it names a section of the help as its source, or says what a tool
 * found, and every address in it was in a text that it had.
 */
export function isGrounded(answer: string, { sections, texts, hasRead }: Given): boolean {
  const pages = new Set(sections.flatMap((address) => [address, withoutFragment(address)]))
  const known = new Set(texts.flatMap(addressesIn))
  const named = addressesIn(asRead(answer))
  return (
    named.every((address) => pages.has(address) || known.has(address)) &&
    (hasRead || named.some((address) => pages.has(address)))
  )
}

/** Up to where sentences and lines of a text are complete: no address continues after a space. */
function wholeIn(text: string): number {
  const ends = [...text.matchAll(/\n|[.!?…][)\]"”»*]*\s/gu)]
  const last = ends.at(-1)
  return last ? last.index + last[0].length : 0
}

/** Passes an answer on in whole sentences, each only once all up to it rests on what the model was given. */
export class JudgedStream {
  #text = ''
  #passed = 0
  constructor(
    readonly onDelta: (text: string) => void,
    readonly given: () => Given,
  ) {}

  add(part: string): void {
    this.#text += part
    const end = wholeIn(this.#text)
    if (end > this.#passed && isGrounded(this.#text.slice(0, end), this.given())) this.#passUpTo(end)
  }

  /** What is left, once the whole answer was judged. */
  end(): void {
    this.#passUpTo(this.#text.length)
  }

  #passUpTo(end: number): void {
    const part = this.#text.slice(this.#passed, end)
    this.#passed = end
    if (part !== '') this.onDelta(part)
  }
}
