import { createHash } from 'node:crypto'

/** The redirect tells the listener of pages by it which page a request is for; what a visitor sends in it is dropped. */
export const CODE_PAGE_HEADER = 'x-code-page'
/** And by this one whose pages alone are at the address that was asked for, by the label of that account; empty: anybody’s. */
export const PAGE_OWNER_HEADER = 'x-code-page-owner'
/** And by this one that the visitor has seen no warning yet, if one belongs before the page. */
export const UNWARNED_HEADER = 'x-code-page-unwarned'

/** The listener tells the redirect by it why there is no page to show. */
export const REFUSAL_HEADER = 'x-code-page-refused'
export const PAGE_REFUSALS = [
  'wrong-method',
  'not-found',
  'paused',
  'taken-down',
  'unpublished',
  'elsewhere',
  'reported',
] as const
/** Beside a page that was reported: the id in the address of its code. */
export const REPORTED_ID_HEADER = 'x-code-page-reported'
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

/** Where visitors find pages. */
export interface PageAddresses {
  /** Base address of all pages, which targets of codes are stored with. */
  pageHost: string
  /** Each account has a host of its own below it, so that a listed page harms no other account’s. */
  pageHostPerAccount: boolean
}

const LABEL_BITS = 80
const LABEL = /^[0-9a-v]{16}$/

/** Names an account in a host: nobody can choose it, or read it from a name. */
export function pageLabel(ownerId: string): string {
  const hash = createHash('sha256').update(`pages ${ownerId}`).digest('hex')
  return BigInt(`0x${hash.slice(0, LABEL_BITS / 4)}`)
    .toString(32)
    .padStart(LABEL_BITS / 5, '0')
}

/** Base address of the pages of an account, as visitors see it. */
export function pageHostOf({ pageHost, pageHostPerAccount }: PageAddresses, ownerId: string): string {
  if (!pageHostPerAccount) return pageHost
  const { protocol, host } = new URL(pageHost)
  return `${protocol}//${pageLabel(ownerId)}.${host}`
}

/** What a policy of a browser calls the hosts of pages. */
export function pageSources({ pageHost, pageHostPerAccount }: PageAddresses): string[] {
  const { origin, protocol, host } = new URL(pageHost)
  return pageHostPerAccount ? [origin, `${protocol}//*.${host}`] : [origin]
}

/** Reads the label of an account from a host name, in lower case and without its port; null for any other host. */
export function pageLabelReader({
  pageHost,
  pageHostPerAccount,
}: PageAddresses): (host: string) => string | null {
  const end = `.${new URL(pageHost).hostname}`
  return (host) => {
    if (!pageHostPerAccount || !host.endsWith(end)) return null
    const label = host.slice(0, -end.length)
    return LABEL.test(label) ? label : null
  }
}
