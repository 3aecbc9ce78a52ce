/** Addresses of pages as they stand in Markdown, in JSON or by themselves. */
const ADDRESS = /https?:\/\/[^\s"'<>()[\]\\`|*]+/gi

export const addressesIn = (text: string): string[] =>
  (text.match(ADDRESS) ?? []).map((address) => address.replace(/[.,;:!?…。、]+$/u, ''))

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
  const named = addressesIn(answer)
  return (
    named.every((address) => pages.has(address) || known.has(address)) &&
    (hasRead || named.some((address) => pages.has(address)))
  )
}
