import { beforeEach, expect, test } from 'vitest'
import { clearSession, saveSession } from './session'
import { currentWorkspace, rememberWorkspace, sessionHeaders, takeWorkspaceFromAddress } from './workspace'

const signIn = (userId: string) =>
  saveSession({ sid: `sid-${userId}`, email: `${userId}@example.test`, userId, isAdmin: false })

beforeEach(async () => {
  sessionStorage.clear()
  localStorage.clear()
  clearSession()
  await signIn('lan')
})

test('calls act in the home until another workspace is chosen, and those for the person always', () => {
  expect(sessionHeaders('sid')).toEqual({ authorization: 'Bearer sid' })
  rememberWorkspace({ id: 'team', role: 'viewer' })
  expect(sessionHeaders('sid')).toEqual({ authorization: 'Bearer sid', 'x-workspace': 'team' })
  expect(sessionHeaders('sid', true)).toEqual({ authorization: 'Bearer sid' })
  rememberWorkspace(null)
  expect(currentWorkspace()).toBeNull()
})

test('a choice is for its tab and for the next one, and for nobody else who signs in', async () => {
  rememberWorkspace({ id: 'team', role: 'editor' })
  sessionStorage.clear()
  expect(currentWorkspace()).toBe('team')
  await signIn('minh')
  expect(currentWorkspace()).toBeNull()
  await signIn('lan')
  expect(currentWorkspace()).toBe('team')
})

test('a link chooses a workspace, and says so in the address no longer', () => {
  const before = window.location.href
  const url = new URL(before)
  url.searchParams.set('workspace', 'team')
  url.searchParams.set('tab', 'x')
  window.history.replaceState(null, '', url)
  takeWorkspaceFromAddress()
  expect(currentWorkspace()).toBe('team')
  expect(new URL(window.location.href).searchParams.has('workspace')).toBe(false)
  expect(new URL(window.location.href).searchParams.get('tab')).toBe('x')
  window.history.replaceState(null, '', before)
})
