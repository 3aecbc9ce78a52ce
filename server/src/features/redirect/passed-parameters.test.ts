import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoredLinkRules, StoredOutcome } from '@scanleaf/shared'
import { afterAll, expect, test } from 'vitest'
import { hashLinkPassword } from '../../platform/link-password'
import { givenCode, givenDomain, givenPath, scanCountOf } from '../../testing/code'
import { testRedirect } from './testing'

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-deny-'))
const list = join(folder, 'denied.txt')
writeFileSync(list, 'evil.example\n')
afterAll(() => rmSync(folder, { recursive: true }))
const { database, drainScans, ask } = testRedirect({ TARGET_DENY_LIST: list })

const OWN = 'https://own.example/'
const passing = (pass: string[], outcome?: StoredOutcome): StoredLinkRules => ({
  ...{ revision: 1, zone: 'Asia/Ho_Chi_Minh', pass, retired: [], nextId: 9, nextNumber: 9 },
  rules: outcome ? [{ id: 1, name: '', on: true, when: {}, outcome }] : [],
})
const given = (
  pass: string[],
  { target = OWN, outcome }: { target?: string; outcome?: StoredOutcome } = {},
) => givenCode(database(), { target, rules: passing(pass, outcome) })
const leadsTo = async (path: string, request: Parameters<typeof ask>[1] = {}) =>
  (await ask(path, request)).headers.location
const post = (path: string, body = '') =>
  ask(path, {
    method: 'POST',
    body,
    headers: {
      ...{ 'content-type': 'application/x-www-form-urlencoded', 'content-length': `${body.length}` },
      ...{ origin: 'http://localhost:3001', 'sec-fetch-site': 'same-origin' },
    },
  })

test('the named parameters reach the code’s own target without any rule, others do not, and the scan counts once', async () => {
  const { id, codeId } = await given(['utm_*', 'table'])
  expect(await leadsTo(`/${id}?utm_source=t%E1%BB%9D+r%C6%A1i&table=5&sid=secret&utm_medium=`)).toBe(
    `${OWN}?utm_source=t%E1%BB%9D+r%C6%A1i&table=5&utm_medium=`,
  )
  expect(await leadsTo(`/${id}`)).toBe(OWN)
  expect((await ask(`/${id}?table=5`, { method: 'HEAD' })).headers.location).toBe(`${OWN}?table=5`)
  await drainScans()
  expect(await scanCountOf(database(), codeId)).toBe(2)
})

test('a code that names none hands on nothing', async () => {
  const { id } = await givenCode(database(), { target: OWN })
  expect(await leadsTo(`/${id}?utm_source=a&table=5`)).toBe(OWN)
})

test.each<[string, string, string, string]>([
  [
    'nothing that the target has itself',
    'https://a.example/?table=1',
    'table=2&utm_id=3',
    '?table=1&utm_id=3',
  ],
  ['the first of two of a name', OWN, 'table=1&table=2&table=3', '?table=1'],
  ['no second one where the first is too long', OWN, `table=${'x'.repeat(1025)}&table=2`, ''],
  ['1,024 bytes of a value', OWN, `table=${'x'.repeat(1024)}`, `?table=${'x'.repeat(1024)}`],
  ['no value of more bytes than that', OWN, `table=${'%E1%BB%9D'.repeat(342)}`, ''],
  [
    'zero bytes and line breaks encoded',
    OWN,
    'table=%00%0D%0ASet-Cookie:%20a=b',
    '?table=%00%0D%0ASet-Cookie%3A+a%3Db',
  ],
  ['what is no UTF-8 as what stands for it', OWN, 'table=%ff', '?table=%EF%BF%BD'],
  ['names as they are written', OWN, 'Table=5&TABLE=5&UTM_SOURCE=a&utm_Source=b', '?utm_Source=b'],
  ['no name with other letters', OWN, 'utm_%D1%95ource=a&utm_so%20urce=b&utm_%00=c&ta%62le=5', '?table=5'],
  ['no name of an object', OWN, '__proto__=1&constructor=2&toString=3&utm_=4', '?utm_=4'],
  ['before the fragment', 'https://a.example/menu#top?x', 'table=5', '?table=5#top?x'],
  ['to a query that stays as it is written', 'https://a.example/?a&b=%20+#', 'table=5', '?a&b=%20+&table=5#'],
  ['to an empty query', 'https://a.example/?', 'table=5', '?table=5'],
  [
    'no more than twenty',
    OWN,
    Array.from({ length: 900 }, (_, n) => `utm_${n}=1`).join('&'),
    `?${Array.from({ length: 20 }, (_, n) => `utm_${n}=1`).join('&')}`,
  ],
  ['nothing after a further question mark of a name', OWN, 'a=1?table=5', ''],
])('it hands on %s', async (_, target, query, expected) => {
  const { id } = await given(['utm_*', 'table'], { target })
  const path = target.replace(/[?#].*/, '')
  expect(await leadsTo(`/${id}?${query}`)).toBe(expected === '' ? target : `${path}${expected}`)
})

test.each([
  'url',
  'URL',
  'redirect_uri',
  'Redirect',
  'next',
  'returnTo',
  'continue',
  'destination',
  'a b',
  'utm*',
  '*',
  '',
  'ťable',
  'x'.repeat(41),
])('a row that names %s counts as one without rules', async (name) => {
  const { id } = await given([name, 'table'], { outcome: { to: { n: 1, url: 'https://rule.example/' } } })
  expect(await leadsTo(`/${id}?table=5&${encodeURIComponent(name)}=https://evil.example`)).toBe(OWN)
})

test('they follow a rule, on the owner’s domain and at a path that moved in', async () => {
  const { id, codeId } = await given(['table'], {
    outcome: { to: { n: 1, url: 'https://rule.example/?a=1' } },
  })
  await givenDomain(database(), 'go.passed.example')
  await givenPath(database(), { host: 'go.passed.example', path: '/old-menu', codeId })
  for (const [path, host] of [
    [`/${id}`, 'localhost:3001'],
    [`/${id}`, 'go.passed.example'],
    ['/old-menu', 'go.passed.example'],
    ['/old-menu/', 'go.passed.example'],
  ] as const)
    await expect
      .poll(() => leadsTo(`${path}?table=5&n=2`, { headers: { host } }))
      .toBe('https://rule.example/?a=1&table=5')
})

test('an end has nobody to hand them on to', async () => {
  const { id } = await given(['table'], { outcome: { end: { n: 1, text: '' } } })
  const { status, body } = await ask(`/${id}?table=55555`)
  expect([status, body.includes('55555')]).toEqual([410, false])
})

test('with Google Analytics the page leads to the address with them', async () => {
  const { id } = await givenCode(database(), {
    target: OWN,
    googleAnalyticsId: 'G-ABCD1234',
    rules: passing(['table']),
  })
  expect((await ask(`/${id}?table=5`)).body).toContain(`location.replace("${OWN}?table=5")`)
})

/** Where the form of a page goes to. */
const actionOf = (body: string) => /action="([^"]*)"/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? ''

test('they survive a warning, whose form takes no address from anybody', async () => {
  const { id } = await given(['n', 'q', 'table'], { target: 'https://evil.example/' })
  const warned = await ask(`/${id}?n=7&q=a%26b&table="><script>&sid=1`)
  expect(warned.body).not.toContain('<script>')
  expect((await post(actionOf(warned.body))).headers.location).toBe(
    'https://evil.example/?n=7&q=a%26b&table=%22%3E%3Cscript%3E',
  )
  const forged = new URLSearchParams({ q: 'table=5&sid=1&url=//x.example', table: '6', sid: '2' })
  expect((await post(`/${id}+go?${forged}`)).headers.location).toBe('https://evil.example/?table=5')
  // What does not fit into the address of a form is left behind.
  const long = await ask(
    `/${id}?${['n', 'q', 'table'].map((name) => `${name}=${'!'.repeat(1024)}`).join('&')}`,
  )
  expect((await post(actionOf(long.body))).headers.location).toBe('https://evil.example/')
})

test('they survive the warning and the password of a rule, also after a wrong one', async () => {
  const hash = await hashLinkPassword('lá sen')
  const { id } = await given(['table'], {
    outcome: { ask: { n: 3, url: 'https://evil.example/staff', hash } },
  })
  const warned = await ask(`/${id}?table=5`)
  expect(actionOf(warned.body)).toContain('+go?n=3&q=')
  const asked = await post(actionOf(warned.body))
  const send = (body: string, password: string) =>
    post(actionOf(body), new URLSearchParams({ n: '3', warned: '1', password }).toString())
  const wrong = await send(asked.body, 'lá chuối')
  expect(wrong.body).toContain('role="alert"')
  expect((await send(wrong.body, 'lá sen')).headers.location).toBe('https://evil.example/staff?table=5')
})

test('the preview shows the address with them, and leads through a password with them', async () => {
  const { id } = await given(['table'])
  expect((await ask(`/${id}+?table=5&x=6`)).body).toContain(`href="${OWN}?table=5"`)
  const hash = await hashLinkPassword('lá sen')
  const asking = await given(['table'], { outcome: { ask: { n: 1, url: OWN, hash } } })
  const { body } = await ask(`/${asking.id}+?table=5&x=6`)
  expect(body).toContain(`href="/${asking.id.toLowerCase()}?table=5"`)
  expect(body).not.toContain('own.example')
})
