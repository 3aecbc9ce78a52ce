import { randomUUID } from 'node:crypto'
import { branches, runs } from '@scanleaf/qr/property-runs'
import { normalPath, readPath } from '@scanleaf/shared'
import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeCode, givenCode, givenDomain, givenPath, scanCountOf } from '../../testing/code'
import { SOON } from '../../testing/soon'
import { customDomains } from '../custom-domains/table'
import { purgeCodes } from '../user-codes/trash-repository'
import { testRedirect } from './testing'

const { database, drainScans, ask } = testRedirect()

let owners = 0

/** A domain of an owner of its own, with paths that lead each to a target named after it. */
async function givenPaths(...paths: string[]) {
  const userId = randomUUID()
  const host = `go-${++owners}.lasen.example`
  const codes: Record<string, { id: string; codeId: string }> = {}
  const codeAt = (path: string) => codes[path] ?? { id: '', codeId: '' }
  for (const path of paths)
    codes[path] = await givenCode(database(), { userId, target: `https://example.com/of${path}` })
  await givenDomain(database(), host, userId)
  for (const path of paths) await givenPath(database(), { userId, host, path, codeId: codeAt(path).codeId })
  const on = (path: string, options: Parameters<typeof ask>[1] = {}) =>
    ask(path, { ...options, headers: { host, ...options.headers } })
  const soon = (path: string, status: number) =>
    expect.poll(async () => (await on(path, { method: 'HEAD' })).status, SOON).toBe(status)
  return { userId, host, on, soon, codeAt }
}

describe('a path of a domain', () => {
  test.each([
    ['/AbC', ['/AbC', '/AbC/', '/AbC?utm_source=poster', '//AbC', '/%41bC']],
    ['/abc', ['/abc', '/abc?x=/AbC']],
    ['/menu/ban-7', ['/menu/ban-7', '/menu//ban-7/']],
    ['/a~b_c.d', ['/a~b_c.d', '/a%7eb%5Fc%2ed']],
    ['/B%C3%A0n', ['/B%C3%A0n', '/B%c3%a0n']],
    [
      '/menu/ban-7',
      [
        '/menu/ban-7.',
        '/menu/ban-7)',
        '/menu/ban-7/).',
        '/MENU/Ban-7%2E',
        '/menu/ban-7&utm_source=x',
        '/menu/ban-7%3Fx',
      ],
    ],
    ['/a~b_c.d', ['/A~B_C.D', '/a~b_c.d~']],
    [
      null,
      [
        '/ABC',
        '/ABC.',
        '/menu%2Fban-7',
        '/menu',
        '/menu/ban-7/x',
        '/menu/x/../ban-7',
        '/AbC;x',
        '/B%C3%A0',
        '/AbC%',
      ],
    ],
  ])('%s answers in each spelling of it', async (path, spellings) => {
    const { on } = await givenPaths('/AbC', '/abc', '/menu/ban-7', '/a~b_c.d', '/B%C3%A0n')
    for (const asked of spellings)
      expect([asked, (await on(asked)).headers.location]).toEqual([
        asked,
        path === null ? undefined : `https://example.com/of${path}`,
      ])
  })

  test('that is the only one but for its case is that one, from the moment that it is and until it is not', async () => {
    const { userId, host, on, soon, codeAt } = await givenPaths('/Khai-Truong')
    const printed = 'https://example.com/of/Khai-Truong'
    for (const asked of ['/KHAI-TRUONG', '/khai-truong', '/khai-truong.', '/KHAI-TRUONG+go', '/Khai-Truong'])
      expect([
        asked,
        (await on(asked, { method: asked.endsWith('+go') ? 'POST' : 'GET' })).headers.location,
      ]).toEqual([asked, printed])
    expect((await on('/KHAI-TRUONG+')).status).toBe(200)
    const other = await givenCode(database(), { userId, target: 'https://example.com/other' })
    await givenPath(database(), { userId, host, path: '/khai-truong', codeId: other.codeId })
    await soon('/KHAI-TRUONG', 404)
    expect((await on('/Khai-Truong')).headers.location).toBe(printed)
    expect((await on('/khai-truong')).headers.location).toBe('https://example.com/other')
    await database().transaction((tx) => purgeCodes(tx, [codeAt('/Khai-Truong').codeId]))
    await soon('/KHAI-TRUONG', 302)
    expect((await on('/KHAI-TRUONG')).headers.location).toBe('https://example.com/other')
  })

  test('is counted once as the code that it leads to, whichever address was scanned', async () => {
    const { on, codeAt } = await givenPaths('/Wifi-T2')
    const { id, codeId } = codeAt('/Wifi-T2')
    for (const address of ['/Wifi-T2', `/${id}`, `/${id.toUpperCase()}`])
      expect((await on(address)).status).toBe(302)
    expect((await ask(`/${id}`)).status).toBe(302)
    await drainScans()
    expect(await scanCountOf(database(), codeId)).toBe(4)
  })

  test('leads to the preview and the report form of its code, and is searched for by nobody else’s host', async () => {
    const { on } = await givenPaths('/menu/Ban-7')
    for (const preview of ['/menu/Ban-7+', '/menu/Ban-7%2B', '/menu/Ban-7+/'])
      expect((await on(preview)).body).toContain('href="/menu/Ban-7+report"')
    expect((await on('/menu/Ban-7+report')).status).toBe(200)
    expect((await on('/menu/Ban-7+other')).status).toBe(404)
    expect((await ask('/menu/Ban-7')).status).toBe(404)
  })

  test('of another owner’s domain is untouched by one of the same name', async () => {
    const [here, there] = [await givenPaths('/menu'), await givenPaths('/Menu-2')]
    expect((await here.on('/menu')).status).toBe(302)
    expect((await there.on('/menu')).status).toBe(404)
    // Somebody names a domain that is not theirs, and waits for visitors.
    const { codeId } = await givenCode(database(), { userId: here.userId })
    await givenPath(database(), { userId: here.userId, host: there.host, path: '/menu', codeId })
    await there.soon('/menu', 404)
    // A row whose code is somebody else's, as no call writes it.
    await givenPath(database(), { userId: there.userId, host: there.host, path: '/theirs', codeId })
    await there.soon('/theirs', 404)
  })

  test('is paused, taken back, put into the trash, restored and gone with its code', async () => {
    const { on, soon, codeAt } = await givenPaths('/old/menu')
    const { codeId } = codeAt('/old/menu')
    const location = (await on('/old/menu')).headers.location
    await changeCode(database(), codeId, { enabled: false })
    await soon('/old/menu', 410)
    await changeCode(database(), codeId, { enabled: true })
    await soon('/old/menu', 302)
    await changeCode(database(), codeId, { deletedAt: new Date() })
    await soon('/old/menu', 410)
    await changeCode(database(), codeId, { deletedAt: null })
    await soon('/old/menu', 302)
    expect((await on('/old/menu')).headers.location).toBe(location)
    await database().transaction((tx) => purgeCodes(tx, [codeId]))
    await soon('/old/menu', 404)
  })

  test('serves while its owner has the domain, and is there again when they have it back', async () => {
    const { userId, host, soon } = await givenPaths('/menu')
    const prove = (owner: string, provenAt: Date | null) =>
      database()
        .db.update(customDomains)
        .set({ provenAt })
        .where(and(eq(customDomains.userId, owner), eq(customDomains.domain, host)))
    await soon('/menu', 302)
    await prove(userId, null)
    await soon('/menu', 421)
    const other = randomUUID()
    await givenDomain(database(), host, other)
    await soon('/menu', 404)
    await prove(other, null)
    await prove(userId, new Date())
    await soon('/menu', 302)
  })

  test('is found a moment after a domain got its first one, before the id of that name and not after it', async () => {
    const { userId, host, on, soon } = await givenPaths()
    const { codeId } = await givenCode(database(), { userId, id: `first-${owners}` })
    expect((await on(`/first-${owners}`)).status).toBe(302)
    expect((await on('/first')).status).toBe(404)
    await givenPath(database(), { userId, host, path: '/first', codeId })
    await soon('/first', 302)
    await soon(`/first-${owners}`, 302)
  })

  test.each(['/robots.txt', '/favicon.ico', '/healthz', '/readyz', '/', '/.well-known/security.txt'])(
    '%s stays what it is, whatever is stored',
    async (path) => {
      const { userId, host, on, codeAt } = await givenPaths('/menu')
      const before = await on(path)
      const { codeId } = codeAt('/menu')
      await givenPath(database(), { userId, host, path, codeId })
      const { status, body } = await on(path)
      expect([status, body]).toEqual([before.status, before.body])
    },
  )
})

/** Ids and paths that look alike, in few letters. */
const written = fc
  .array(fc.constantFrom('a', 'A', 'b', '/', '.', '-', '%41', '%2F', '%e1%ba%a1', '..', '~', '+', '?x'), {
    minLength: 1,
    maxLength: 7,
  })
  .map((parts) => `/${parts.join('')}`)

/** What a path may have behind it, as an id. */
const ending = /(?:[^A-Za-z0-9_%-]|%(?:[01][0-9A-F]|2[0-9A-CEF]|3[A-F]|40|5[B-E]|60|7[B-F]))+$/i

test('what is registered answers, then the only one like it; what is not is an id as on a domain without paths', async () => {
  const rare = branches(
    'as written',
    'of another case',
    'two but for case',
    'with an ending',
    'an action',
    'no path',
  )
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(written, { minLength: 4, maxLength: 12 }), async (addresses) => {
      const half = addresses.slice(0, addresses.length / 2)
      const paths = new Set(half.flatMap((address) => readPath(address) ?? []))
      const like = (path: string) => {
        const all = [...paths].filter((each) => each.toLowerCase() === path.toLowerCase())
        return paths.has(path) ? path : all.length === 1 ? all[0] : undefined
      }
      const { on, userId } = await givenPaths(...paths)
      const bare = await givenPaths()
      const { id } = await givenCode(database(), { userId })
      expect((await on(`/${id}`)).status).toBe(302)
      const shouted = half.map((address) =>
        address.replaceAll(/[a-z](?![0-9a-f])/g, (letter) => letter.toUpperCase()),
      )
      for (const [n, address] of [...addresses, ...shouted].entries()) {
        const asked = address.replace(/\?.*/, '')
        const [plain = '', ...actions] = asked.split('+')
        const forms = actions.length === 0 ? [plain, plain.replace(ending, '')] : []
        const found = forms.map(normalPath).flatMap((form) => (form === null ? [] : (like(form) ?? [])))[0]
        const from = `2001:db8:${owners.toString(16)}:${n}::1`
        const { status, headers } = await on(address, { from })
        const [first] = forms.map(normalPath)
        if (first && paths.has(first)) rare.reach('as written')
        else if (first && like(first) !== undefined) rare.reach('of another case')
        else if (found !== undefined) rare.reach('with an ending')
        if ([...paths].filter((each) => each.toLowerCase() === first?.toLowerCase()).length > 1)
          rare.reach('two but for case')
        if (actions.length > 0) rare.reach('an action')
        if (actions.length === 0 && found === undefined) rare.reach('no path')
        if (found !== undefined)
          expect([address, headers.location]).toEqual([address, `https://example.com/of${found}`])
        else if (actions.length === 0)
          expect([address, status]).toEqual([address, (await bare.on(address, { from })).status])
      }
    }),
    { numRuns: runs(25) },
  )
  rare.expectAll()
})
