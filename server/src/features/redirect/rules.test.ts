import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RuleConditions, StoredLinkRule, StoredLinkRules, StoredOutcome } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { query } from '../../platform/db/database'
import { changeCode, givenCode, givenDomain, givenPath, scanCountOf } from '../../testing/code'
import { reportedCodes } from './table'
import { TARGET_CODEC } from './targets/codec'
import type { Target } from './targets/target'
import { testRedirect } from './testing'

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-deny-'))
const list = join(folder, 'denied.txt')
writeFileSync(list, 'evil.example\n')
afterAll(() => rmSync(folder, { recursive: true }))
const { database, drainScans, ask, answersSoon } = testRedirect({ TARGET_DENY_LIST: list })

const ANDROID = {
  'user-agent': 'Mozilla/5.0 (Linux; Android 15; SM-S931B) Chrome/130.0 Mobile Safari/537.36',
}
const OWN = 'https://own.example/'
const to = (n: number, host: string): StoredOutcome => ({ to: { n, url: `https://${host}/` } })
const end = (n: number, text = ''): StoredOutcome => ({ end: { n, text } })
const ruled = (...rules: [RuleConditions, StoredOutcome, boolean?][]): StoredLinkRules => ({
  ...{ revision: 1, zone: 'Asia/Ho_Chi_Minh', retired: [], nextId: 99, nextNumber: 99 },
  rules: rules.map(
    ([when, outcome, on = true], place): StoredLinkRule => ({
      id: place + 1,
      name: 'Tên',
      on,
      when,
      outcome,
    }),
  ),
})
const given = (...rules: Parameters<typeof ruled>) =>
  givenCode(database(), { target: OWN, rules: ruled(...rules) })
const leadsTo = async (id: string, request: Parameters<typeof ask>[1] = {}) =>
  (await ask(`/${id}`, request)).headers.location
const countOf = async (codeId: string) => {
  await drainScans()
  return scanCountOf(database(), codeId)
}

/** Of all scans of a code, as the log has them. */
async function outcomesOf(codeId: string): Promise<number[]> {
  const rows = await query<{ outcome: number }>(
    database().db,
    sql`select (flags >> 4)::int as outcome from scan_log join scan_code_numbers using (code)
      where code_id = ${codeId} order by 1`,
  )
  return rows.map(({ outcome }) => outcome)
}

test('the first rule that fits leads, those that are off do not, and else the code’s own target', async () => {
  const { id, codeId } = await given(
    [{ devices: ['ios'] }, to(1, 'off.example'), false],
    [{ devices: ['ios'] }, to(2, 'ios.example')],
    [{ languages: ['ja'] }, to(3, 'ja.example')],
    [{ countries: ['VN'] }, to(4, 'vn.example')],
    [{ until: '2001-01-01T00:00' }, to(5, 'past.example')],
  )
  const android = (headers: object, from = '203.0.113.7') => ({ headers: { ...ANDROID, ...headers }, from })
  expect(await leadsTo(id)).toBe('https://ios.example/')
  expect(await leadsTo(id, android({ 'accept-language': 'JA-JP,en;q=0.5' }))).toBe('https://ja.example/')
  expect(await leadsTo(id, android({ 'accept-language': 'en,ja' }, '14.160.0.1'))).toBe('https://vn.example/')
  expect(await leadsTo(id, android({}))).toBe(OWN)
  expect((await ask(`/${id}`, { method: 'HEAD' })).headers.location).toBe('https://ios.example/')
  expect(await countOf(codeId)).toBe(4)
  // HEAD is logged, too.
  expect(await outcomesOf(codeId)).toEqual([0, 2, 2, 3, 4])
})

test('a change of rules is live within a second, and their end leads to the own target', async () => {
  const { id, codeId } = await given([{}, to(1, 'one.example')])
  expect(await leadsTo(id)).toBe('https://one.example/')
  await changeCode(database(), codeId, { rules: ruled([{}, to(2, 'two.example')]) })
  await answersSoon(`/${id}`, ({ headers }) => headers.location === 'https://two.example/')
  await changeCode(database(), codeId, { rules: ruled() })
  await answersSoon(`/${id}`, ({ headers }) => headers.location === OWN)
})

test('rules hold at the id, on the owner’s domain and at a path that was moved in', async () => {
  const { id, codeId } = await given([{}, to(1, 'one.example')])
  await givenDomain(database(), 'go.rules.example')
  await givenPath(database(), { host: 'go.rules.example', path: '/old-menu', codeId })
  for (const [path, host] of [
    [`/${id}`, 'localhost:3001'],
    [`/${id}`, 'go.rules.example'],
    ['/old-menu', 'go.rules.example'],
  ] as const)
    await expect
      .poll(async () => (await ask(path, { headers: { host } })).headers.location)
      .toBe('https://one.example/')
})

test('an end answers 410 with the owner’s words as text, or ours, and counts', async () => {
  const { id, codeId } = await given([{}, end(1, '<b>Hẹn\ngặp lại</b>')])
  const { status, headers, body } = await ask(`/${id}`)
  expect([status, headers.location, headers['cache-control']]).toEqual([410, undefined, 'no-store'])
  expect(body).toContain('&lt;b&gt;Hẹn<br>gặp lại&lt;/b&gt;')
  expect(await countOf(codeId)).toBe(1)
  const other = await given([{}, end(1)])
  expect((await ask(`/${other.id}?lng=en`)).body).toContain('This has ended')
  expect((await ask(`/${id}+`)).body).toContain('Hẹn<br>gặp lại')
  expect(await countOf(codeId)).toBe(1)
})

test('a split keeps a visitor at one link all day, and uses both', async () => {
  const links = ['a', 'b'].map((name, place) => ({
    n: place + 1,
    url: `https://${name}.example/`,
    weight: 50,
  }))
  const { id, codeId } = await given([{}, { split: links }])
  const from = (n: number) => leadsTo(id, { from: `203.0.113.${n}` })
  const first = await Promise.all(Array.from({ length: 40 }, (_, n) => from(n + 1)))
  const again = await Promise.all(Array.from({ length: 40 }, (_, n) => from(n + 1)))
  expect(again).toEqual(first)
  await drainScans()
  const sent = first.map((location) => links.find(({ url }) => url === location)?.n ?? 0)
  expect(await outcomesOf(codeId)).toEqual([...sent, ...sent].sort())
  expect(new Set(first).size).toBe(2)
})

test('of several links only the one on the deny list warns, and its form leads on only while it is the one', async () => {
  const { id, codeId } = await given(
    [{ devices: ['ios'] }, to(1, 'evil.example')],
    [{}, to(2, 'fine.example')],
  )
  const warned = await ask(`/${id}`)
  expect([warned.status, warned.headers.location]).toEqual([200, undefined])
  expect(warned.body).toContain('https://evil.example/')
  expect(warned.body).toContain(`action="/${id.toLowerCase()}+go?n=1"`)
  expect(await leadsTo(id, { headers: ANDROID })).toBe('https://fine.example/')
  const go = (path: string, headers = {}) => ask(`/${id}${path}`, { method: 'POST', headers })
  expect((await go('+go?n=2')).body).toContain('+go?n=1')
  expect((await go('+go')).headers.location).toBeUndefined()
  expect(await countOf(codeId)).toBe(1)
  expect((await go('+go?n=1')).headers.location).toBe('https://evil.example/')
  expect(await countOf(codeId)).toBe(2)
  // The own target is on the list, the rule's is not.
  const other = await givenCode(database(), {
    target: 'https://evil.example/',
    rules: ruled([{}, to(1, 'fine.example')]),
  })
  expect(await leadsTo(other.id)).toBe('https://fine.example/')
})

test('a reported code warns whatever its rules choose, and a paused or taken-down one leads nowhere', async () => {
  const { id, codeId } = await given([{}, to(1, 'one.example')])
  await database().db.insert(reportedCodes).values({ codeId, open: 1, total: 1, lastAt: new Date() })
  await database().db.execute(sql`update reported_codes set warned_at = now() where code_id = ${codeId}`)
  await answersSoon(`/${id}`, ({ status }) => status === 200)
  expect((await ask(`/${id}`)).body).toContain('https://one.example/')
  await changeCode(database(), codeId, { enabled: false })
  await answersSoon(`/${id}`, ({ status }) => status === 410)
  expect((await ask(`/${id}`)).body).not.toContain('one.example')
})

test.each<[string, unknown]>([
  ['of another shape', { rules: 'all' }],
  [
    'with a condition that there is not',
    { ...ruled(), rules: [{ ...ruled([{}, to(1, 'a.example')]).rules[0], when: { x: 1 } }] },
  ],
  ['that lead to no address of the web', ruled([{}, { to: { n: 1, url: 'javascript:alert(1)' } }])],
  [
    'that lead to an address with a line break',
    ruled([{}, { to: { n: 1, url: 'https://a.example/\r\nx: y' } }]),
  ],
  ['a list', []],
])('rules in the row %s are none: the code leads to its own target', async (_, rules) => {
  const { id } = await givenCode(database(), { target: OWN, rules: rules as StoredLinkRules })
  expect(await leadsTo(id)).toBe(OWN)
})

test.each(['url=//evil.example', 'n=1', 'rule=2', 'to=https://evil.example'])(
  'the query %s changes nothing',
  async (query) => {
    const { id } = await given([{ devices: ['ios'] }, to(1, 'ios.example')], [{}, to(2, 'b.example')])
    expect((await ask(`/${id}?${query}`)).headers.location).toBe('https://ios.example/')
  },
)

test('the record of a code without rules is byte for byte what it was before there were any', () => {
  const plain: Target = {
    codeId: '00112233-4455-4677-8899-aabbccddeeff',
    location: 'https://a.example/?q=%C3%A9',
    blockReason: 'listed',
    analyticsId: 'G-ABCD1234',
    ownerId: 'somebody',
    rules: null,
  }
  const bytes = TARGET_CODEC.encode(plain)
  expect(bytes.toString('hex')).toBe(
    [
      ...['83', '0000', '00112233445546778899aabbccddeeff', '0900', Buffer.from('somebody').toString('hex')],
      ...[
        '0b00',
        Buffer.from('G-ABCD1234').toString('hex'),
        Buffer.from('https://a.example/?q=%C3%A9').toString('hex'),
      ],
    ].join(''),
  )
  for (const rules of [null, '{"zone":"Châu Á"}'])
    for (const location of [plain.location, null])
      for (const blockReason of [null, 'taken-down', 'reported'] as const) {
        const target = { ...plain, rules, location, blockReason }
        expect(TARGET_CODEC.decode(TARGET_CODEC.encode(target))).toEqual(target)
      }
})
