import type { Language } from '@scanleaf/shared'

/** Search of the account pages: who sent the visitor here, and what for. Empty where it says nothing. */
export interface AccountSearch {
  /** Where the session is handed to. */
  redirect: string
  /** Value that the asker wants back. */
  state: string
  /** The visitor has just signed out. */
  hasLoggedOut: boolean
  /** Token that makes the new account the first administrator. */
  setupToken: string
}

/** The search of the page on screen. */
export function accountSearch(): AccountSearch {
  const params = new URLSearchParams(window.location.search)
  const read = (name: string) => params.get(name) ?? ''
  return {
    redirect: read('redirect'),
    state: read('state'),
    hasLoggedOut: read('logout') === 'true',
    setupToken: read('setup'),
  }
}

/** The URL of another account page with the same return address. */
export function accountPath(
  path: '/account/login' | '/account/register' | '/account/recovery',
  language: Language,
): string {
  const { redirect, state } = accountSearch()
  const params = new URLSearchParams({
    lng: language,
    ...(redirect && { redirect }),
    ...(state && { state }),
  })
  return `${path}?${params}`
}
