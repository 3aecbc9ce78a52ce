import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { seal } from './encrypted-storage'
import {
  clearSession,
  currentSession,
  endSession,
  loadSession,
  onSessionChange,
  saveSession,
} from './session'

const SESSION = { sid: 'sid-of-256-bits', email: 'mai@example.vn', userId: 'u1', isAdmin: false }
const ITEMS = ['qc_sid', 'qc_email', 'qc_uid', 'qc_admin']

beforeEach(() => {
  clearSession()
})

test('a session is stored sealed and read back', async () => {
  await saveSession(SESSION)
  const stored = ITEMS.map((name) => localStorage.getItem(name) ?? '')
  for (const item of stored) expect(item.length).toBeGreaterThan(30)
  const readable = stored.map((item) => atob(item)).join()
  for (const secret of [SESSION.sid, SESSION.email, 'false']) expect(readable).not.toContain(secret)
  expect(await loadSession()).toEqual(SESSION)
})

test('the same value is sealed differently each time', async () => {
  expect(await seal('qc_sid', 'x')).not.toBe(await seal('qc_sid', 'x'))
})

test.each(ITEMS)('a byte flipped anywhere in %s signs out', async (name) => {
  await saveSession(SESSION)
  const bytes = Uint8Array.from(atob(localStorage.getItem(name) ?? ''), (char) => char.charCodeAt(0))
  for (let place = 0; place < bytes.length; place += 1) {
    await saveSession(SESSION)
    const altered = bytes.with(place, (bytes[place] ?? 0) ^ 1)
    localStorage.setItem(name, btoa(String.fromCharCode(...altered)))
    expect(await loadSession()).toBeNull()
  }
})

test.each(['', 'true', '%%%', btoa('short'), 'AAAA'.repeat(5000)])(
  '%j in an item signs out',
  async (value) => {
    await saveSession(SESSION)
    localStorage.setItem('qc_admin', value)
    expect(await loadSession()).toBeNull()
  },
)

test('an item does not pass under the name of another', async () => {
  await saveSession({ ...SESSION, email: 'true' })
  localStorage.setItem('qc_admin', localStorage.getItem('qc_email') ?? '')
  expect(await loadSession()).toBeNull()
})

test('a missing item signs out', async () => {
  await saveSession(SESSION)
  localStorage.removeItem('qc_uid')
  expect(await loadSession()).toBeNull()
})

test('the key cannot be taken out of the browser', async () => {
  await saveSession(SESSION)
  const opening = indexedDB.open('scanleaf', 1)
  await new Promise((resolve) => opening.addEventListener('success', resolve))
  const reading = opening.result.transaction('keys').objectStore('keys').get('session')
  await new Promise((resolve) => reading.addEventListener('success', resolve))
  opening.result.close()
  const key: CryptoKey = reading.result
  expect(key.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
})

test('an answer of 401 ends the session that was asked with, not one that came after it', async () => {
  await saveSession(SESSION)
  endSession('an older one')
  expect(currentSession()).toEqual(SESSION)
  endSession(SESSION.sid)
  expect(currentSession()).toBeNull()
  expect(localStorage.getItem('qc_sid')).toBeNull()
})

/** Local storage as another tab sees it: its changes reach this one by events. */
function otherTab(): Storage {
  const frame = document.body.appendChild(document.createElement('iframe'))
  onTestFinished(() => frame.remove())
  if (!frame.contentWindow) throw new Error('The frame has no window')
  return frame.contentWindow.localStorage
}

const sessionOf = (userId: string | null) =>
  new Promise<void>((resolve) => {
    const stop = onSessionChange(() => {
      if ((currentSession()?.userId ?? null) !== userId) return
      stop()
      resolve()
    })
  })

test('a sign-out in another tab signs this one out', async () => {
  await saveSession(SESSION)
  const signedOut = sessionOf(null)
  const storage = otherTab()
  for (const name of ITEMS) storage.removeItem(name)
  await signedOut
  expect(currentSession()).toBeNull()
})

test('a sign-out in another tab removes what was typed in this one; a session that ended there does not', async () => {
  const other = new BroadcastChannel('scanleaf-session')
  onTestFinished(() => other.close())
  const isTyped = () => sessionStorage.getItem('draft:wifi') !== null
  sessionStorage.setItem('draft:wifi', '{"owner":"u1","draft":"secret"}')
  await saveSession(SESSION)
  const ended = sessionOf(null)
  for (const name of ITEMS) localStorage.removeItem(name)
  other.postMessage('changed')
  await ended
  expect(isTyped()).toBe(true)
  other.postMessage('signed-out')
  await expect.poll(isTyped).toBe(false)
})

test('a sign-in in another tab arrives item by item and is not undone half-way', async () => {
  await saveSession(SESSION)
  const items = ITEMS.map((name) => [name, localStorage.getItem(name) ?? ''] as const)
  clearSession()
  const storage = otherTab()
  const signedIn = sessionOf(SESSION.userId)
  for (const [name, item] of items) {
    storage.setItem(name, item)
    await loadSession()
  }
  await signedIn
  expect(currentSession()).toEqual(SESSION)
  expect(items.map(([name]) => localStorage.getItem(name))).toEqual(items.map(([, item]) => item))
})
