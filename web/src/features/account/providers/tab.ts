import { safeReturnPath } from '@scanleaf/shared'

const STORED = 'singleSignOn'
const VERIFIER_BYTES = 32

/** What somebody goes to a provider for. */
export type Purpose = 'sign-in' | 'connect' | 'confirm'

/** What this tab keeps while its browser is at the provider. */
export interface PendingSingleSignOn {
  provider: string
  purpose: Purpose
  /** Only the tab that has it can use what comes back: nobody is signed in by an address that somebody sent. */
  verifier: string
  /** Path of the page that it began on, with its query. */
  page: string
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** The browser's own, or where it has none, over http, that of a library (FIPS 180-4). */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (crypto.subtle) return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return (await import('@noble/hashes/sha2.js')).sha256(bytes)
}

/**
 * Remembers a verifier in this tab, and leaves for the address that the server gives for its hash.
 * @param start the call that gives the address
 */
export async function leaveForProvider(
  provider: string,
  purpose: Purpose,
  start: (verifierHash: string) => Promise<string>,
): Promise<void> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(VERIFIER_BYTES)))
  const url = await start(base64url(await sha256(new TextEncoder().encode(verifier))))
  const page = window.location.pathname + window.location.search
  const started: PendingSingleSignOn = { provider, purpose, verifier, page }
  sessionStorage.setItem(STORED, JSON.stringify(started))
  window.location.assign(url)
}

/** What this tab went away for; null when it did not go to that provider. Forgets it. */
export function takeStarted(provider: string): PendingSingleSignOn | null {
  const stored = sessionStorage.getItem(STORED)
  sessionStorage.removeItem(STORED)
  try {
    const started = JSON.parse(stored ?? 'null') as PendingSingleSignOn | null
    if (started?.provider !== provider) return null
    return { ...started, page: safeReturnPath(started.page, window.location.origin) }
  } catch {
    return null
  }
}
