import { DEFAULT_QR_SETTINGS } from '@scanleaf/qr'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearSession, endSession, saveSession } from '../../../lib/session/session'
import { type Draft, emptyDraft, storeDraft, storedDraft, withoutContent } from './draft'

const draft: Draft = {
  kind: 'static',
  hasManualId: true,
  manualId: 'tet-2027',
  types: { facebook: 'Facebook share' },
  contents: { Website: { content: 'https://a.example' }, Wifi: { ssid: 'home', passWifi: 'secret' } },
  names: { Website: 'Bàn 7', Wifi: 'Quán' },
  settings: { ...DEFAULT_QR_SETTINGS, style: 'dots' },
  logo: { isImageLogo: false, background: '#FFFFFF', chooseBackground: true, link: '', text: 'Phở' },
  anyway: true,
}

const signIn = (userId: string) => saveSession({ sid: userId, email: '', userId, isAdmin: false })

beforeEach(() => sessionStorage.clear())
afterEach(() => clearSession())

test('what is typed on one page is found there again, and not on the other', () => {
  storeDraft('dynamic', draft)
  expect(storedDraft('dynamic')).toEqual(draft)
  expect(storedDraft('static')).toEqual(emptyDraft('static'))
})

test('what was typed without a session, or before it ended, is there after the sign-in', async () => {
  storeDraft('dynamic', draft)
  await signIn('one')
  expect(storedDraft('dynamic')).toEqual(draft)
  storeDraft('dynamic', draft)
  endSession('one')
  storeDraft('dynamic', { ...draft, manualId: 'other' })
  await signIn('one')
  expect(storedDraft('dynamic').manualId).toBe('other')
})

test('what one account typed is gone from the tab when another signs in', async () => {
  await signIn('one')
  storeDraft('dynamic', draft)
  endSession('one')
  await signIn('two')
  expect(storedDraft('dynamic')).toEqual(emptyDraft('dynamic'))
  expect(JSON.stringify(sessionStorage)).not.toContain('secret')
})

test('what was typed is gone from the tab with the sign-out', async () => {
  await signIn('one')
  storeDraft('dynamic', draft)
  storeDraft('static', draft)
  clearSession()
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('a saved content is gone from the draft, the others and the design stay', () => {
  expect(withoutContent(draft, 'Website')).toEqual({
    ...draft,
    names: { Wifi: 'Quán' },
    hasManualId: false,
    manualId: '',
    contents: { Wifi: { ssid: 'home', passWifi: 'secret' } },
  })
  expect(withoutContent(draft, 'Wifi').manualId).toBe('tet-2027')
})

test.each([
  '',
  '{',
  'null',
  '5',
  '[]',
  '{"draft":5}',
  '{"draft":{"kind":"other","contents":[1],"settings":{"size":"big"},"logo":{"text":5}}}',
])('of a stored text that is no draft (%s) nothing is taken', (text) => {
  sessionStorage.setItem('draft:generator-dynamic', text)
  expect(storedDraft('dynamic')).toEqual(emptyDraft('dynamic'))
})
