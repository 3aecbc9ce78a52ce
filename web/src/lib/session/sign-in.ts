import type { Language, PublicConfig } from '@scanleaf/shared'
import { safeReturnPath } from '@scanleaf/shared'
import { accountOrigin } from '../config'
import { randomId } from '../random-id'

const STORED = 'signIn'

interface StartedSignIn {
  /** Random value that comes back with the hand-over: shows that this tab asked for it. */
  state: string
  returnPath: string
}

/**
 * The URL of the account page for signing in, with `/auth` as the return address. Remembers in this tab the state
 * value and where to go afterwards.
 */
export function startSignIn(config: PublicConfig, language: Language, returnPath: string): string {
  const started: StartedSignIn = { state: randomId(), returnPath }
  sessionStorage.setItem(STORED, JSON.stringify(started))
  return accountAddress(config, '/account/login', language, { state: started.state })
}

/** Whether anybody can register who has no invitation. */
export const offersRegistration = ({ registration }: Pick<PublicConfig, 'registration'>): boolean =>
  registration === 'open' || registration === 'approval'

/** The address of the account page for registering; like `startSignIn` it comes back to `returnPath`. */
export function startRegistration(config: PublicConfig, language: Language, returnPath: string): string {
  const started: StartedSignIn = { state: randomId(), returnPath }
  sessionStorage.setItem(STORED, JSON.stringify(started))
  return accountAddress(config, '/account/register', language, { state: started.state })
}

/** The address of the account page after a sign-out. */
export const signedOutAddress = (config: PublicConfig, language: Language): string =>
  accountAddress(config, '/account/login', language, { logout: 'true' })

function accountAddress(
  config: PublicConfig,
  path: string,
  language: Language,
  params: Record<string, string>,
): string {
  const url = new URL(path, accountOrigin(config))
  url.searchParams.set('lng', language)
  url.searchParams.set('redirect', `${window.location.origin}/auth`)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url.href
}

function startedSignIn(): StartedSignIn | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    const { state, returnPath } = stored as Partial<StartedSignIn>
    return typeof state === 'string' && typeof returnPath === 'string' ? { state, returnPath } : null
  } catch {
    return null
  }
}

/** Whether this tab asked for the sign-in that `state` belongs to. */
export function isOwnSignIn(state: string): boolean {
  return state !== '' && startedSignIn()?.state === state
}

/** Where to go after sign-in: a path of this origin, `/` when none was stored. Forgets the started sign-in. */
export function finishSignIn(language: Language): string {
  const url = new URL(
    safeReturnPath(startedSignIn()?.returnPath, window.location.origin),
    window.location.origin,
  )
  sessionStorage.removeItem(STORED)
  url.searchParams.set('lng', language)
  return url.pathname + url.search + url.hash
}
