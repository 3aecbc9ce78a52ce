import { dynamicIdKey, MANUAL_ID } from '@scanleaf/shared'
import { codeAsked, plainPath } from '../../../platform/http/public-address'
import { SECURITY_TXT_PATH } from '../../../platform/http/security-txt'

/**
 * The target of a path: `{id}`, `{id}+`, `{id}+report`, `{id}+go` (past a warning), `{id}+open` (past a password), or
 * something of the host. Only `code`, `go` and `open` can lead elsewhere.
 */
export type Route =
  | CodeRoute
  | { kind: 'home' | 'icon' | 'robots' | 'security' | 'health' | 'ready' | 'none' }

export interface CodeRoute {
  kind: 'code' | 'preview' | 'report' | 'go' | 'open'
  key: string
  /** Of the code's own pages, before the operation. */
  path: string
}

const ROOT_PATHS = new Map<string, Exclude<Route['kind'], CodeRoute['kind']>>([
  ['/favicon.ico', 'icon'],
  ['/robots.txt', 'robots'],
  [SECURITY_TXT_PATH, 'security'],
  ['/healthz', 'health'],
  ['/readyz', 'ready'],
])

/**
 * Parses request targets under the path of an address (`/` or `/q`). Only what is not an exact id is normalised, so
 * that a scan of a printed code costs no more for it.
 */
export function routeReader(path: string): (requestTarget: string) => Route {
  const base = path.replace(/\/*$/, '/')
  const isHome = (path: string): boolean => path === '/' || path === base || `${path}/` === base

  function plainRoute(plain: string): Route {
    if (isHome(plain)) return { kind: 'home' }
    const asked = plain.startsWith(base) ? codeAsked(plain.slice(base.length)) : null
    return asked ? codeRoute(asked.action ?? 'code', asked.id) : { kind: 'none' }
  }

  function codeRoute(kind: CodeRoute['kind'], id: string): CodeRoute {
    const key = dynamicIdKey(id)
    return { kind, key, path: base + key }
  }

  return (requestTarget) => {
    const path = withoutQuery(requestTarget)
    const atRoot = ROOT_PATHS.get(path)
    if (atRoot) return { kind: atRoot }
    if (path.startsWith(base)) {
      const id = path.slice(base.length)
      if (MANUAL_ID.test(id)) return codeRoute('code', id)
    }
    return plainRoute(plainPath(path))
  }
}

export function withoutQuery(requestTarget: string): string {
  const end = requestTarget.indexOf('?')
  return end < 0 ? requestTarget : requestTarget.slice(0, end)
}

/** A name that a customer's domain can have: in ASCII, of two parts at least; null for anything else. */
export function domainName(host: string): string | null {
  return host.length <= 253 &&
    /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(host)
    ? host
    : null
}
