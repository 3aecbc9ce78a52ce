import { useSyncExternalStore } from 'react'
import { removeTabDrafts } from './drafts'
import { seal, unseal } from './encrypted-storage'

/** The session items of the specification (§3). `isAdmin` and `userId` only steer the screen. */
export interface Session {
  /** Session id and bearer token. */
  sid: string
  email: string
  userId: string
  isAdmin: boolean
}

/** Messages between the tabs. */
const CHANGED = 'changed'
const SIGNED_OUT = 'signed-out'

const ITEMS = ['qc_sid', 'qc_email', 'qc_uid', 'qc_admin'] as const

let session: Session | null = null
let publications = 0
let reading: Promise<unknown> = Promise.resolve()
const listeners = new Set<() => void>()
const channel = new BroadcastChannel('scanleaf-session')

/** The session as last loaded; null when signed out. */
export const currentSession = (): Session | null => session

/** The session, following sign-in and sign-out in any tab. */
export const useSession = (): Session | null => useSyncExternalStore(onSessionChange, currentSession)

/** @returns the way to stop listening */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Reads the stored items. Altered, missing or undecryptable ones mean: signed out. They are left where they are, as
 * what another tab stores may arrive here one by one: to clear up would undo its sign-in.
 */
export function loadSession(): Promise<Session | null> {
  const read = reading.then(readSession)
  reading = read.catch(() => null)
  return read
}

async function readSession(): Promise<Session | null> {
  const before = publications
  const texts = await Promise.all(
    ITEMS.map((name) => {
      const item = localStorage.getItem(name)
      return item === null ? null : unseal(name, item)
    }),
  )
  // A sign-in or sign-out of this tab in the meantime knows better.
  if (before !== publications) return session
  const [sid, email, userId, admin] = texts
  if (!sid || typeof email !== 'string' || !userId || (admin !== 'true' && admin !== 'false')) {
    return publish(null)
  }
  return publish({ sid, email, userId, isAdmin: admin === 'true' })
}

/** Stores a verified session and notifies the other tabs. */
export async function saveSession(next: Session): Promise<void> {
  const texts = [next.sid, next.email, next.userId, String(next.isAdmin)]
  const sealed = await Promise.all(ITEMS.map((name, place) => seal(name, texts[place] ?? '')))
  ITEMS.forEach((name, place) => {
    localStorage.setItem(name, sealed[place] ?? '')
  })
  publish(next)
  channel.postMessage(CHANGED)
}

/** Signs this browser out, every tab of it, and forgets what was typed there. */
export function clearSession(): void {
  removeSession(SIGNED_OUT)
  removeTabDrafts()
}

/**
 * The server refused `sid`: signed out, unless another session has taken its place meanwhile. What was typed stays, for
 * whoever signs in again.
 */
export function endSession(sid: string): void {
  if (session?.sid === sid) removeSession(CHANGED)
}

function removeSession(message: string) {
  for (const name of ITEMS) localStorage.removeItem(name)
  publish(null)
  channel.postMessage(message)
}

function publish(next: Session | null): Session | null {
  publications += 1
  const isSame =
    session?.sid === next?.sid && session?.userId === next?.userId && session?.isAdmin === next?.isAdmin
  if (!isSame) {
    session = next
    if (next) removeTabDrafts(next.userId)
    for (const listener of listeners) listener()
  }
  return session
}

channel.addEventListener('message', ({ data }) => {
  if (data === SIGNED_OUT) removeTabDrafts()
  void loadSession()
})
// The message may come before the items do, and manually changed items come without one.
window.addEventListener('storage', ({ key }) => {
  if (key === null || (ITEMS as readonly string[]).includes(key)) void loadSession()
})
