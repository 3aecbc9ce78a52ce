import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RuleConditions, StoredLinkRules, StoredOutcome } from '@scanleaf/shared'
import { afterAll, expect, test } from 'vitest'
import { hashLinkPassword } from '../../platform/link-password'
import { changeCode, givenCode, scanCountOf } from '../../testing/code'
import { ruleTickets } from '../user-codes/table'
import { testRedirect } from './testing'

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-deny-'))
const list = join(folder, 'denied.txt')
writeFileSync(list, 'evil.example\n')
afterAll(() => rmSync(folder, { recursive: true }))
const { database, drainScans, ask, answersSoon, startAnother } = testRedirect({ TARGET_DENY_LIST: list })

const OWN = 'https://own.example/'
const VOUCHER = 'https://voucher.example/'
const to = (url: string, n = 1): StoredOutcome => ({ to: { n, url } })
const only = (when: RuleConditions, outcome = to(VOUCHER)): StoredLinkRules => ({
  ...{ revision: 1, zone: 'Asia/Ho_Chi_Minh', retired: [], nextId: 2, nextNumber: 2 },
  rules: [{ id: 1, name: '', on: true, when, outcome }],
})
const given = (when: RuleConditions, outcome?: StoredOutcome) =>
  givenCode(database(), { target: OWN, rules: only(when, outcome) })
const leadsTo = async (id: string, request: Parameters<typeof ask>[1] = {}, by = ask) =>
  (await by(`/${id}`, request)).headers.location
const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))
const vouchersIn = (places: readonly unknown[]) => places.filter((place) => place === VOUCHER).length
async function takenOf(codeId: string): Promise<number> {
  const rows = await database().db.select().from(ruleTickets)
  return rows.find((row) => row.codeId === codeId)?.taken ?? 0
}

test('of all scans at two services at once exactly the first so many get the link, and the rest the next', async () => {
  const { id, codeId } = await given({ first: 100 })
  const other = await startAnother()
  const [here, there] = await Promise.all([
    times(300, () => leadsTo(id)),
    times(300, () => leadsTo(id, {}, other.ask)),
  ])
  expect(vouchersIn([...here, ...there])).toBe(100)
  expect(new Set([...here, ...there])).toEqual(new Set([VOUCHER, OWN]))
  expect(await takenOf(codeId)).toBe(100)
  // A new process knows no more of them than the database has.
  await other.close()
  const third = await startAnother()
  expect(await leadsTo(id, {}, third.ask)).toBe(OWN)
  await third.close()
  await drainScans()
  expect(await scanCountOf(database(), codeId)).toBe(300)
})

test('what a service has not spent comes back when it stops', async () => {
  const { id, codeId } = await given({ first: 80 })
  const other = await startAnother()
  expect(await leadsTo(id, {}, other.ask)).toBe(VOUCHER)
  expect(await takenOf(codeId)).toBe(10)
  await other.close()
  expect(await takenOf(codeId)).toBe(1)
  expect(vouchersIn(await times(100, () => leadsTo(id)))).toBe(79)
})

test('bots, previews and HEAD are answered as the next visitor is, and use up nothing', async () => {
  const { id } = await given({ first: 1 })
  const bot = { headers: { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' } }
  const prefetch = { headers: { 'sec-purpose': 'prefetch' } }
  for (const request of [{ method: 'HEAD' }, bot, prefetch]) expect(await leadsTo(id, request)).toBe(VOUCHER)
  expect((await ask(`/${id}+`)).body).toContain(VOUCHER)
  expect(await leadsTo(id)).toBe(VOUCHER)
  expect(await leadsTo(id)).toBe(OWN)
  expect(await leadsTo(id, { method: 'HEAD' })).toBe(OWN)
  expect((await ask(`/${id}+`)).body).toContain(OWN)
})

test('whom another condition keeps out takes nothing away', async () => {
  const { id, codeId } = await given({ first: 1, devices: ['mac'] })
  expect(vouchersIn(await times(5, () => leadsTo(id)))).toBe(0)
  expect(await takenOf(codeId)).toBe(0)
  const mac = { headers: { 'user-agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15' } }
  expect(await leadsTo(id, mac)).toBe(VOUCHER)
  expect(await leadsTo(id, mac)).toBe(OWN)
})

test('raised, it goes on with those who come; lowered below what was given, it is over', async () => {
  const { id, codeId } = await given({ first: 2 })
  expect(vouchersIn(await times(5, () => leadsTo(id)))).toBe(2)
  await changeCode(database(), codeId, { rules: only({ first: 30 }) })
  await answersSoon(`/${id}`, ({ headers }) => headers.location === VOUCHER)
  expect(vouchersIn(await times(10, () => leadsTo(id)))).toBe(10)
  await changeCode(database(), codeId, { rules: only({ first: 5 }) })
  await answersSoon(`/${id}`, ({ headers }) => headers.location === OWN)
  expect(vouchersIn(await times(5, () => leadsTo(id)))).toBe(0)
})

test('a warning uses up nothing, going on does', async () => {
  const { id } = await given({ first: 1 }, to('https://evil.example/'))
  for (let time = 0; time < 3; time++) expect((await ask(`/${id}`)).body).toContain('+go?n=1')
  const goOn = () => ask(`/${id}+go?n=1`, { method: 'POST' })
  expect((await goOn()).headers.location).toBe('https://evil.example/')
  const late = await goOn()
  expect([late.status, late.headers.location]).toEqual([200, undefined])
  expect(late.body).toContain(OWN)
})

test('behind a password it is who knows it that counts', async () => {
  const hash = await hashLinkPassword('Sổ tay')
  const { id } = await given({ first: 1 }, { ask: { n: 1, url: VOUCHER, hash } })
  const send = (password: string) => {
    const body = new URLSearchParams({ password, n: '1' }).toString()
    const headers = {
      ...{ 'content-type': 'application/x-www-form-urlencoded', 'content-length': `${body.length}` },
      ...{ origin: 'http://localhost:3001', 'sec-fetch-site': 'same-origin' },
    }
    return ask(`/${id}+open`, { method: 'POST', headers, body })
  }
  for (let time = 0; time < 3; time++) expect((await ask(`/${id}`)).body).toContain('type="password"')
  expect((await send('wrong')).status).toBe(200)
  const both = await Promise.all([send('Sổ tay'), send('Sổ tay')])
  expect(both.map(({ headers }) => headers.location).sort()).toEqual([VOUCHER, undefined])
  expect(await leadsTo(id)).toBe(OWN)
})

test('an end for the first ones counts as any other', async () => {
  const { id } = await given({ first: 2 }, { end: { n: 1, text: '' } })
  const answers = await times(4, () => ask(`/${id}`))
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 302, 410, 410])
})
