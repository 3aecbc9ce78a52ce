import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoredLinkRules } from '@scanleaf/shared'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashLinkPassword } from '../../platform/link-password'
import { changeCode, givenCode, givenDomain, givenPath, scanCountOf } from '../../testing/code'
import { testRedirect } from './testing'

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-deny-'))
const list = join(folder, 'denied.txt')
writeFileSync(list, 'evil.example\n')
afterAll(() => rmSync(folder, { recursive: true }))
const { database, drainScans, ask, answersSoon } = testRedirect({ TARGET_DENY_LIST: list })

const PASSWORD = 'Sổ tay 2026'
const LINK = 'https://handbook.example/staff'
let hash: string
beforeAll(async () => {
  hash = await hashLinkPassword(PASSWORD)
})

const asking = (url = LINK, n = 1): StoredLinkRules => ({
  ...{ revision: 1, zone: 'Asia/Ho_Chi_Minh', retired: [], nextId: 9, nextNumber: 9 },
  rules: [{ id: 1, name: 'Nhân viên', on: true, when: {}, outcome: { ask: { n, url, hash } } }],
})
const given = (url?: string) => givenCode(database(), { target: 'https://own.example/', rules: asking(url) })

let callers = 0
/** An address that nobody else has. */
const newCaller = () => `198.51.${Math.floor(++callers / 250)}.${(callers % 250) + 1}`

interface Typed {
  from?: string
  headers?: Record<string, string>
  fields?: Record<string, string>
}

/** Sends the form of the page at a path. */
function open(path: string, password: string, { from = newCaller(), headers, fields }: Typed = {}) {
  const body = new URLSearchParams({ n: '1', password, ...fields }).toString()
  return ask(`${path}+open`, {
    method: 'POST',
    from,
    body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(Buffer.byteLength(body)),
      origin: 'http://localhost:3001',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
  })
}

test('a scan is asked for the password and counted, and only the right one leads on', async () => {
  const { id, codeId } = await given()
  const page = await ask(`/${id}`)
  expect([page.status, page.headers.location, page.headers['set-cookie']]).toEqual([
    200,
    undefined,
    undefined,
  ])
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.headers['content-security-policy']).toContain("form-action 'self' https: http:")
  expect(page.body).toContain(`<form method="post" action="/${id.toLowerCase()}+open">`)
  expect(page.body).toContain('type="password"')
  for (const secret of [LINK, 'scrypt', '<script']) expect(page.body).not.toContain(secret)
  const wrong = await open(`/${id}`, 'Sổ tay 2025')
  expect([wrong.status, wrong.headers.location]).toEqual([200, undefined])
  expect(wrong.body).toContain('role="alert"')
  expect(wrong.body).not.toContain('2025')
  for (const typed of [PASSWORD, PASSWORD.normalize('NFD')]) {
    const right = await open(`/${id}`, typed)
    expect([right.status, right.headers.location]).toEqual([303, LINK])
    expect([right.headers['cache-control'], right.headers['set-cookie']]).toEqual(['no-store', undefined])
  }
  await drainScans()
  expect(await scanCountOf(database(), codeId)).toBe(1)
})

test('the page is in the language of the visitor, from right to left where that is written so', async () => {
  const { id } = await given()
  const of = async (language: string) =>
    (await ask(`/${id}`, { headers: { 'accept-language': language } })).body
  expect(await of('vi')).toContain('Nhập mật khẩu mà bạn được cung cấp.')
  expect(await of('ar')).toMatch(/lang="ar" dir="rtl"[\s\S]*كلمة المرور/)
})

test('it asks on the code host, on the owner’s domain and at a path that was moved in', async () => {
  const { id, codeId } = await given()
  const host = 'go.password.example'
  await givenDomain(database(), host)
  await givenPath(database(), { host, path: '/old-handbook', codeId })
  await expect.poll(async () => (await ask('/old-handbook', { headers: { host } })).status).toBe(200)
  for (const path of [`/${id}`, '/old-handbook']) {
    const page = await ask(path, { headers: { host } })
    const [, action = ''] = /<form method="post" action="([^"]+)\+open">/.exec(page.body) ?? []
    const headers = { host, origin: `https://${host}` }
    expect((await open(action, 'wrong', { headers })).status).toBe(200)
    expect((await open(action, PASSWORD, { headers })).headers.location).toBe(LINK)
  }
})

test('after ten wrong ones a caller waits, whatever the next one is; right ones are not counted', async () => {
  const { id } = await given()
  const from = newCaller()
  for (let visit = 0; visit < 12; visit++) expect((await open(`/${id}`, PASSWORD, { from })).status).toBe(303)
  const wrong = await Promise.all(Array.from({ length: 10 }, () => open(`/${id}`, '', { from })))
  expect(wrong.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const late = await open(`/${id}`, PASSWORD, { from })
  expect([late.status, Number(late.headers['retry-after']) > 800]).toEqual([429, true])
  expect((await open(`/${id}`, PASSWORD)).status).toBe(303)
})

test('a code takes a thousand wrong ones an hour, from however many callers, and any number of right ones', {
  timeout: 60_000,
}, async () => {
  const { id } = await given()
  const openWrongly = (times: number) => {
    const from = newCaller()
    return Promise.all(Array.from({ length: times }, () => open(`/${id}`, '', { from })))
  }
  expect((await open(`/${id}`, PASSWORD)).status).toBe(303)
  for (let caller = 0; caller < 99; caller++) await openWrongly(10)
  await openWrongly(9)
  expect((await open(`/${id}`, PASSWORD)).status).toBe(303)
  expect((await openWrongly(1)).map(({ status }) => status)).toEqual([200])
  expect((await open(`/${id}`, PASSWORD)).status).toBe(429)
  const other = await given()
  expect((await open(`/${other.id}`, PASSWORD)).status).toBe(303)
})

test('a form of another page is refused, and costs its visitor no try', async () => {
  const { id } = await given()
  const from = newCaller()
  for (let sent = 0; sent < 12; sent++) {
    const headers = sent % 2 ? { origin: 'https://evil.example' } : { 'sec-fetch-site': 'cross-site' }
    const foreign = await open(`/${id}`, PASSWORD, { from, headers })
    expect([foreign.status, foreign.headers.location]).toEqual([403, undefined])
  }
  expect((await open(`/${id}`, PASSWORD, { from })).status).toBe(303)
})

test.each<[string, Typed & { password?: string }]>([
  ['empty', { password: '' }],
  ['longer than any', { password: 'x'.repeat(129) }],
  ['of four megabytes', { password: 'x'.repeat(4 << 20) }],
  ['with its hash', { password: 'scrypt$16384$8$1$AAAAAAAAAAAAAAAAAAAAAA$' }],
  ['of half a letter', { password: '\ud83d' }],
  ['in another form', { password: PASSWORD, headers: { 'content-type': 'application/json' } }],
])('a password %s is a wrong one', async (_, { password = '', ...typed }) => {
  const { id } = await given()
  const answer = await open(`/${id}`, password, typed).catch(() => ({ status: 200, headers: {} }))
  expect([answer.status, answer.headers]).toEqual([200, expect.not.objectContaining({ location: LINK })])
})

test('of fifty at once each one gets on or is told to wait, and other codes lead on meanwhile', async () => {
  const { id } = await given()
  const plain = await givenCode(database(), { target: 'https://plain.example/' })
  const all = Promise.all(Array.from({ length: 50 }, () => open(`/${id}`, PASSWORD)))
  expect((await ask(`/${plain.id}`)).headers.location).toBe('https://plain.example/')
  const statuses = (await all).map(({ status }) => status)
  // Two are checked at a time, twenty wait for them; who waits too long on a busy machine is told, too.
  expect(new Set(statuses)).toEqual(new Set([303, 503]))
  expect(statuses.filter((status) => status === 303).length).toBeGreaterThanOrEqual(2)
})

test('the preview and what else shows where a code leads say that it asks, and no link', async () => {
  const { id } = await given()
  for (const [path, method] of [
    ['+', 'GET'],
    ['+open', 'GET'],
    ['+go', 'POST'],
    ['+report', 'GET'],
  ] as const) {
    const { body, headers } = await ask(`/${id}${path}?lng=en`, { method })
    expect([path, body.includes('handbook.example'), headers.location]).toEqual([path, false, undefined])
  }
  expect((await ask(`/${id}+?lng=en`)).body).toContain('asks for a password')
  expect((await ask(`/${id}`, { method: 'HEAD' })).status).toBe(200)
  const plain = await givenCode(database())
  expect((await open(`/${plain.id}`, PASSWORD)).headers.location).toBeUndefined()
  expect((await open('/never-made', PASSWORD)).status).toBe(404)
})

test('a warning comes before the password, and its form carries over to it', async () => {
  const { id } = await given('https://evil.example/login')
  const warned = await ask(`/${id}`)
  expect(warned.body).toContain(`action="/${id.toLowerCase()}+go?n=1"`)
  expect(warned.body).not.toContain('evil.example')
  expect((await open(`/${id}`, PASSWORD)).headers.location).toBeUndefined()
  const page = await ask(`/${id}+go?n=1`, { method: 'POST' })
  expect(page.body).toContain('name="warned" value="1"')
  const right = await open(`/${id}`, PASSWORD, { fields: { warned: '1' } })
  expect(right.headers.location).toBe('https://evil.example/login')
})

test('a form opens only what it asked for: rules may have changed since', async () => {
  const { id, codeId } = await given()
  expect((await open(`/${id}`, PASSWORD, { fields: { n: '2' } })).headers.location).toBeUndefined()
  await changeCode(database(), codeId, { rules: asking('https://other.example/', 2) })
  await expect.poll(async () => (await ask(`/${id}`)).body).toContain('name="n" value="2"')
  expect((await open(`/${id}`, PASSWORD)).headers.location).toBeUndefined()
  await changeCode(database(), codeId, { enabled: false })
  await answersSoon(`/${id}`, ({ status }) => status === 410)
  expect((await open(`/${id}`, PASSWORD, { fields: { n: '2' } })).headers.location).toBeUndefined()
})
