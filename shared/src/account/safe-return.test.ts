import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeReturnPath } from './safe-return'

const ORIGIN = 'https://app.example.vn'

/** Ways by which others have led a browser off after sign-in; all of them must end on our own origin. */
const BYPASSES = [
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '\\evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https://evil.example',
  'http://evil.example',
  'HTTPS://EVIL.EXAMPLE',
  'ftp://evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://evil.example/x',
  'evil.example',
  'evil.example/path',
  '@evil.example',
  ':evil.example',
  '.evil.example',
  '?next=//evil.example',
  '#//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '\u0000//evil.example',
  '/\t\\evil.example',
  '/\n\\evil.example',
  '//evil.example@app.example.vn',
  '//app.example.vn@evil.example',
  '//app.example.vn.evil.example',
  'https://app.example.vn@evil.example/',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/a/%2e%2e//evil.example',
  '//%65vil.example',
  '//evil%E3%80%82example',
  '//evil。example',
  '/\\\tevil.example',
  '',
]

test.each(BYPASSES)('%j is not followed', (redirect) => {
  expect(safeReturnPath(redirect, ORIGIN)).toBe('/')
})

/** They look bad and are plain paths of our own. */
const HARMLESS = ['/%2f%2fevil.example', '/%5cevil.example', '/%09/evil.example', '/https://evil.example']

test.each([null, undefined, ...HARMLESS])('%j stays on our own origin', (redirect) => {
  const path = safeReturnPath(redirect, ORIGIN)
  expect(path).toBe(redirect ?? '/')
  expect(new URL(path, ORIGIN).origin).toBe(ORIGIN)
})

test('a path of ours is kept with its query and fragment', () => {
  expect(safeReturnPath('/static-codes?page=2&lng=vi#row', ORIGIN)).toBe('/static-codes?page=2&lng=vi#row')
})

test('whatever is given, a browser that follows the answer stays on our origin', () => {
  const pieces = fc.constantFrom(...'/\\:@.?#\t\n\r %', 'evil.example', 'https', '%2f', '%5c', '..', 'a')
  const redirects = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 10 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(redirects, (redirect) => {
      const path = safeReturnPath(redirect, ORIGIN)
      // Resolved once as a page of ours would, and once as after a redirect to it.
      const first = new URL(path, ORIGIN)
      expect(first.origin).toBe(ORIGIN)
      expect(new URL(first.pathname, ORIGIN).origin).toBe(ORIGIN)
    }),
  )
})
