/** The redirect tells the listener of pages by it which page a request is for; what a visitor sends in it is dropped. */
export const CODE_PAGE_HEADER = 'x-code-page'

/** The listener tells the redirect by it why there is no page to show. */
export const REFUSAL_HEADER = 'x-code-page-refused'
export const PAGE_REFUSALS = ['not-found', 'paused', 'taken-down', 'unpublished'] as const
export type PageRefusal = (typeof PAGE_REFUSALS)[number]

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Reads the id of a page from its address, or a path below the address of all pages; null for any other. */
export function codePageReader(pageHost: string): (address: string) => string | null {
  const base = `${pageHost.replace(/\/+$/, '')}/`
  return (address) => {
    if (!address.startsWith(base)) return null
    const id = address.slice(base.length)
    return UUID.test(id) ? id : null
  }
}
