import { runs } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { routeReader } from './http/route'

const routeOf = routeReader('/')
const CODE = { kind: 'code', key: 'menu-7', path: '/menu-7' }

describe('the printed address as people and chat programs pass it on', () => {
  test.each([
    '/Menu-7/',
    '/Menu-7.',
    '/Menu-7,',
    '/Menu-7)',
    '/Menu-7"',
    '/Menu-7%22',
    '/Menu-7%20',
    '/Menu-7%E2%80%8B',
    '/Menu-7%E3%80%82',
    '/Menu-7%EF%BC%85',
    '/Menu-7\u00e3\u0080\u0082',
    '/Menu-7%E2%80',
    '/Menu-7%',
    '/Menu-7/?fbclid=x',
    '/Menu-7&utm_source=zalo',
    '/Menu-7%3Futm_source=zalo',
    '//Menu-7',
    '/%4Denu%2d7',
    '/%4denu-7',
  ])('%s is the code', (target) => expect(routeOf(target)).toEqual(CODE))

  test.each([
    ['/Menu-7+', 'preview'],
    ['/Menu-7+/', 'preview'],
    ['/Menu-7%2B', 'preview'],
    ['/Menu-7++', 'preview'],
    ['/Menu-7+report.', 'report'],
    ['/Menu-7+report?lng=en', 'report'],
    ['/Menu-7+go%20', 'go'],
  ])('%s keeps its meaning, %s', (target, kind) => expect(routeOf(target)).toEqual({ ...CODE, kind }))

  test.each([
    '/Menu-7/other',
    '/Menu-7%2Fother',
    '/Menu-7.html',
    '/Menu-7+other',
    '/Menu-7+report/x',
    '/.Menu-7',
    '/x/../Menu-7',
  ])('%s is none: what follows an id decides', (target) => expect(routeOf(target)).toEqual({ kind: 'none' }))

  test.each([
    ['/q/Menu-7/', { ...CODE, path: '/q/menu-7' }],
    ['//q//Menu-7.', { ...CODE, path: '/q/menu-7' }],
    ['/%71/Menu-7', { ...CODE, path: '/q/menu-7' }],
    ['/q/', { kind: 'home' }],
    ['/Menu-7/', { kind: 'none' }],
    ['/qMenu-7/', { kind: 'none' }],
  ])('under a path, %s is %o', (target, route) => expect(routeReader('/q')(target)).toEqual(route))
})

const noIdCharacter = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 8 })
  .filter((text) => !/[A-Za-z0-9_-]/.test(text))
  .map((text) => text.toWellFormed())

test('any end that no id can hold leaves the code as it is, escaped or not', () =>
  fc.assert(
    fc.property(noIdCharacter, (end) => {
      const kind = end.startsWith('+') ? 'preview' : 'code'
      const unescaped = Buffer.from(end).toString('latin1')
      for (const written of [encodeURIComponent(end), unescaped])
        expect(routeOf(`/Menu-7${written}`)).toEqual({ ...CODE, kind })
    }),
    { numRuns: runs(2_000) },
  ))

test('no target is read as another id than the one that begins it', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 40 }), (text) => {
      const route = routeOf(`/${text}`)
      if (!('key' in route)) return
      const bytes = text.replace(/%([0-9a-f]{2})/gi, (_escape, hex) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
      expect(/^\/*([\w-]+)/.exec(bytes)?.[1]?.toLowerCase()).toBe(route.key)
    }),
    { numRuns: runs(2_000) },
  ))
