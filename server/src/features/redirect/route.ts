import { dynamicIdKey, MANUAL_ID } from '@scanleaf/shared'

/** What a path asks for. Only `code` can lead elsewhere. */
export type Route =
  | { kind: 'code' | 'preview'; key: string }
  | { kind: 'home' | 'icon' | 'robots' | 'health' | 'ready' | 'none' }

const ROOT_PATHS = new Map<string, Exclude<Route['kind'], 'code' | 'preview'>>([
  ['/favicon.ico', 'icon'],
  ['/robots.txt', 'robots'],
  ['/healthz', 'health'],
  ['/readyz', 'ready'],
])

/** Reads request targets under the path of the code host (`/` or `/q`). Anything not exactly of our form is `none`. */
export function routeReader(codeHost: string): (requestTarget: string) => Route {
  const base = new URL(codeHost).pathname.replace(/\/+$/, '')
  return (requestTarget) => {
    const end = requestTarget.indexOf('?')
    const path = end < 0 ? requestTarget : requestTarget.slice(0, end)
    const atRoot = ROOT_PATHS.get(path)
    if (atRoot) return { kind: atRoot }
    if (path === '/' || path === base || path === `${base}/`) return { kind: 'home' }
    if (!path.startsWith(`${base}/`)) return { kind: 'none' }
    const rest = path.slice(base.length + 1)
    if (MANUAL_ID.test(rest)) return { kind: 'code', key: dynamicIdKey(rest) }
    const id = rest.slice(0, -1)
    return rest.endsWith('+') && MANUAL_ID.test(id)
      ? { kind: 'preview', key: dynamicIdKey(id) }
      : { kind: 'none' }
  }
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Tells whether a `Host` header names the code host; on a loopback code host any loopback name does. */
export function hostCheck(codeHost: string): (host: string | undefined) => boolean {
  const { hostname } = new URL(codeHost)
  const accepted = new Set(LOOPBACK.includes(hostname) ? LOOPBACK : [hostname])
  return (host = '') => accepted.has(host.toLowerCase().replace(/:\d{0,5}$/, ''))
}
