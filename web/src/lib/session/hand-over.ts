import type { Language } from '@scanleaf/shared'

/** The parameters with which an account service hands a session over, in the URL of /auth and of the profile page. */
export interface HandOver {
  id: string
  /** Empty when a code was handed over. */
  sid: string
  /** Is exchanged for a session; empty when the session itself came. */
  code: string
  state: string
}

const SECRETS = ['sid', 'code']
const HAND_OVER_PATHS = ['/auth', '/account/profile']

let handOver: HandOver | null = null

/**
 * Takes the secrets out of the address of this page at once, before any request is made with it, so that they
 * stay out of history and Referer.
 */
export function takeHandOverFromAddress(): void {
  const url = new URL(window.location.href)
  if (!HAND_OVER_PATHS.includes(url.pathname) || !SECRETS.some((name) => url.searchParams.has(name))) return
  const read = (name: string) => url.searchParams.get(name) ?? ''
  handOver = { id: read('id'), sid: read('sid'), code: read('code'), state: read('state') }
  for (const name of ['id', 'sid', 'code', 'state']) url.searchParams.delete(name)
  window.history.replaceState(window.history.state, '', url)
}

/** The hand-over this page was opened with, given out once. */
export function takeHandOver(): HandOver | null {
  const taken = handOver
  handOver = null
  return taken
}

/** Puts `lng` into the address; the router, which watches the history, keeps it in all that follow. */
export function putLanguageInAddress(language: Language): void {
  const url = new URL(window.location.href)
  if (url.searchParams.get('lng') === language) return
  url.searchParams.set('lng', language)
  window.history.replaceState(window.history.state, '', url)
}
