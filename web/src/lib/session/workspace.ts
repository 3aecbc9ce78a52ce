import {
  type Capability,
  hasCapability,
  WORKSPACE_HEADER,
  WORKSPACE_ROLES,
  type WorkspaceRole,
} from '@scanleaf/shared'
import { useSyncExternalStore } from 'react'
import { currentSession, endSession } from './session'

const KEY = 'workspace'
/** Set where a workspace was left because it is no longer open to this person. */
const GONE = 'workspace-gone'

/** A workspace, and as what the person works there, as far as that is known. */
export interface ChosenWorkspace {
  id: string
  role?: WorkspaceRole
}

/** Null for the home, and for the choice of another account in this browser. */
function readChoice(): ChosenWorkspace | null {
  if (sessionStorage.getItem(KEY) === null) {
    const last = localStorage.getItem(KEY)
    if (last !== null) sessionStorage.setItem(KEY, last)
  }
  const [userId, id, stored] = (sessionStorage.getItem(KEY) ?? '').split(' ')
  if (!id || userId !== currentSession()?.userId) return null
  const role = WORKSPACE_ROLES.find((each) => each === stored)
  return { id, ...(role && { role }) }
}

/** The workspace in which this tab works; null for the home of the person. A new tab begins where the last choice was. */
export const currentWorkspace = (): string | null => readChoice()?.id ?? null

const listeners = new Set<() => void>()

function onChoice(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Whether to offer what needs a capability, following the role; the server decides. Offered, too, until the role is
 * known, and where nothing is needed.
 */
export const useMay = (capability: Capability | undefined): boolean =>
  useSyncExternalStore(
    onChoice,
    () => capability === undefined || hasCapability(readChoice()?.role ?? 'owner', capability),
  )

/** Whether this person has worked in a workspace of others in this browser. */
export const hasChosenWorkspace = (): boolean => localStorage.getItem(KEY) !== null

/** @param choice null for the home */
export function rememberWorkspace(choice: ChosenWorkspace | null): void {
  const userId = currentSession()?.userId
  if (userId === undefined) return
  const { id, role = '' } = choice ?? { id: userId }
  const stored = id === userId ? `${userId} ` : `${userId} ${id} ${role}`
  sessionStorage.setItem(KEY, stored)
  localStorage.setItem(KEY, stored)
  for (const listener of listeners) listener()
}

/** Loads the application in another workspace: nothing that was read or is open in this one comes along. */
export function openWorkspace(choice: ChosenWorkspace | null, path = '/'): void {
  rememberWorkspace(choice)
  window.location.assign(path)
}

/** The workspace that a link names, as one in a mail: it is chosen, and leaves the address. */
export function takeWorkspaceFromAddress(): void {
  const url = new URL(window.location.href)
  const id = url.searchParams.get(KEY)
  if (id === null) return
  rememberWorkspace({ id })
  url.searchParams.delete(KEY)
  window.history.replaceState(window.history.state, '', url)
}

/** Headers of a call with the session. @param isOfPerson it acts in no workspace */
export function sessionHeaders(sid: string, isOfPerson = false): Record<string, string> {
  const workspace = isOfPerson ? null : currentWorkspace()
  return { authorization: `Bearer ${sid}`, ...(workspace !== null && { [WORKSPACE_HEADER]: workspace }) }
}

/** What the server refused a call with: the session has ended, or the workspace is open to this person no longer. */
export function noteRefusal(sid: string, { statusCode, code }: { statusCode: number; code?: string }): void {
  if (statusCode === 401) endSession(sid)
  if (code !== 'WorkspaceNotFound' || currentWorkspace() === null) return
  sessionStorage.setItem(GONE, 'true')
  openWorkspace(null)
}

/** Whether the previous workspace was left because it is no longer open to this person; said once. */
export function takeGone(): boolean {
  const isGone = sessionStorage.getItem(GONE) !== null
  sessionStorage.removeItem(GONE)
  return isGone
}
