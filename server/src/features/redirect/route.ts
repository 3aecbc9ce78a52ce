import { dynamicIdKey, MANUAL_ID } from '@scanleaf/shared'

/**
 * What a path asks for: `{id}`, `{id}+`, `{id}+report`, `{id}+go` (on from a warning), or something of the host. Only
 * `code` and `go` can lead elsewhere.
 */
export type Route = CodeRoute | { kind: 'home' | 'icon' | 'robots' | 'health' | 'ready' | 'none' }

export interface CodeRoute {
  kind: 'code' | 'preview' | 'report' | 'go'
  key: string
}

const ROOT_PATHS = new Map<string, Exclude<Route['kind'], CodeRoute['kind']>>([
  ['/favicon.ico', 'icon'],
  ['/robots.txt', 'robots'],
  ['/healthz', 'health'],
  ['/readyz', 'ready'],
])

/** Reads request targets under the path of an address (`/` or `/q`). Anything not exactly of our form is `none`. */
export function routeReader(path: string): (requestTarget: string) => Route {
  const base = path.replace(/\/+$/, '')
  return (requestTarget) => {
    const end = requestTarget.indexOf('?')
    const path = end < 0 ? requestTarget : requestTarget.slice(0, end)
    const atRoot = ROOT_PATHS.get(path)
    if (atRoot) return { kind: atRoot }
    if (path === '/' || path === base || path === `${base}/`) return { kind: 'home' }
    if (!path.startsWith(`${base}/`)) return { kind: 'none' }
    const rest = path.slice(base.length + 1)
    if (MANUAL_ID.test(rest)) return { kind: 'code', key: dynamicIdKey(rest) }
    const [id = '', act, ...more] = rest.split('+')
    const kind = act === undefined || more.length > 0 ? undefined : ACTS.get(act)
    return kind && MANUAL_ID.test(id) ? { kind, key: dynamicIdKey(id) } : { kind: 'none' }
  }
}

const ACTS = new Map<string, CodeRoute['kind']>([
  ['', 'preview'],
  ['report', 'report'],
  ['go', 'go'],
])

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Tells whether a host name is the code host's; on a loopback code host any loopback name is. */
export function hostCheck(codeHost: string): (host: string) => boolean {
  const { hostname } = new URL(codeHost)
  const accepted = new Set(LOOPBACK.includes(hostname) ? LOOPBACK : [hostname])
  return (host) => accepted.has(host)
}

/** The name in a `Host` header, in lower case and without port. */
export const hostName = (header = ''): string => header.toLowerCase().replace(/:\d{0,5}$/, '')

/** A name that a customer's domain can have: in ASCII, of two parts at least; null for anything else. */
export function domainName(host: string): string | null {
  const name = host.replace(/\.$/, '')
  return name.length <= 253 &&
    /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(name)
    ? name
    : null
}
