import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, TEST_SETUP_TOKEN, testApp } from '../../testing/app'
import { givenCode } from '../../testing/code'
import { openPublicListener } from '../../testing/public-listener'
import { SOON } from '../../testing/soon'
import { visitorOf } from '../../testing/visitor'
import { codeReports } from '../redirect'

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-denied-'))
const targetDenyList = join(folder, 'denied.txt')
writeFileSync(targetDenyList, 'evil.example\n')

const product = testApp({
  TARGET_DENY_LIST: targetDenyList,
  CODE_HOST: 'http://localhost:3001/q',
  PUBLIC_PORT: '0',
})
const { database, as, signedIn } = product
type Listener = Awaited<ReturnType<typeof openPublicListener>>
let listeners: Listener[]
const visitorAt = (place: number) => visitorOf(() => listeners[place]?.port ?? 0, 'localhost:3001')
const [one, other] = [visitorAt(0), visitorAt(1)]
let admin: Person
let owner: Person
let networks = 0

beforeAll(async () => {
  const settings = { trustedProxies: ['127.0.0.0/8'], clock: product.clock }
  listeners = [await openPublicListener(product, settings), await openPublicListener(product, settings)]
})
afterAll(async () => {
  for (const listener of listeners) await listener.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  admin = await signedIn({ setupToken: TEST_SETUP_TOKEN })
  owner = await signedIn()
})

const given = () => givenCode(database(), { userId: owner.id })
const run = (statement: ReturnType<typeof sql>) => database().db.execute(statement)
const since = (codeId: string, days: number) =>
  run(sql`update user_codes set created_at = now() - ${days} * interval '1 day' where id = ${codeId}`)
/** This many unique visitors on the day before. */
const visited = (codeId: string, visitors: number) =>
  run(sql`insert into scan_quarters (subject, at, scans, uniques)
    values (${codeId}, date_trunc('day', now(), 'UTC') - interval '12 hours', ${visitors}, ${visitors})`)

/** By as many networks, one after the other. */
async function reportFrom(id: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    // A form counts once.
    const token = await one.tokenOf(`/q/${id}`)
    networks += 1
    const from = `10.${networks >> 8}.${networks & 255}.1`
    const fields = { reason: 'phishing', note: `seen by ${from}` }
    expect((await one.report(`/q/${id}`, { token, fields, from })).status).toBe(200)
  }
}
const reported = async (codeId: string) =>
  (await as(admin).inject({ url: `/gateway/api/admin/code-reports/${codeId}` })).json().result.code
const decide = (codeId: string, act: string, payload: object) =>
  as(admin).inject({ method: 'POST', url: `/gateway/api/admin/code-reports/${codeId}/${act}`, payload })
const leadTo = (codeId: string, content: string) =>
  as(owner).inject({
    method: 'PATCH',
    url: `/gateway/api/qrcode/user-codes/${codeId}`,
    payload: { codeContent: JSON.stringify({ content }) },
  })
const own = async (path = '') =>
  (await as(owner).inject({ url: `/gateway/api/qrcode/code-reports${path}` })).json().result

describe('the token of a form', () => {
  test('is good for an hour, in every process, on a host with a path', async () => {
    const { id } = await given()
    const token = await one.tokenOf(`/q/${id}`)
    product.clock.advance(3_599_000)
    expect((await other.report(`/q/${id}`, { token, from: '192.0.2.1' })).status).toBe(200)
    product.clock.advance(1000)
    expect((await one.report(`/q/${id}`, { token, from: '198.51.100.1' })).status).toBe(403)
    // A new day may have begun, whose key the other one knows by now; the next test has another database.
    await one.tokenOf(`/q/${id}`)
    expect(await database().db.$count(codeReports)).toBe(1)
  })
})

describe('one network', () => {
  test.each([
    ['192.0.2.1', '192.0.2.200'],
    ['2001:db8:5:1::1', '2001:db8:5:ff00::1'],
  ])('is one visitor, in every process: %s and %s', async (address, neighbour) => {
    const { id } = await given()
    await one.report(`/q/${id}`, { from: address })
    await other.report(`/q/${id}`, { from: neighbour })
    const [row, ...more] = await database().db.select().from(codeReports)
    expect(more).toEqual([])
    expect(row?.visitor).toMatch(/^[0-9a-f]{32}$/)
  })
})

describe('a code', () => {
  test('with a thousand visitors a day needs ten networks', async () => {
    const { id, codeId } = await given()
    await visited(codeId, 1000)
    await reportFrom(id, 9)
    expect(await reported(codeId)).toMatchObject({ isWarned: false, networks: 9, visitors: 1000, needed: 10 })
    await reportFrom(id, 1)
    expect(await reported(codeId)).toMatchObject({ isWarned: true, networks: 10, waitingSince: null })
  })

  test('of an owner in good standing waits for an operator, first in the list', async () => {
    const [busy, { id, codeId }] = [await given(), await given()]
    await since(codeId, 90)
    await run(sql`update user_codes set user_id = 'somebody' where id = ${busy.codeId}`)
    await visited(busy.codeId, 2000)
    await reportFrom(busy.id, 4)
    await reportFrom(id, 3)
    await reportFrom(busy.id, 1)
    expect(await reported(codeId)).toMatchObject({ isWarned: false, networks: 3, needed: 15 })
    expect((await reported(codeId)).waitingSince).not.toBeNull()
    expect((await one.ask(`/q/${id}`)).status).toBe(302)
    const list = (await as(admin).inject({ url: '/gateway/api/admin/code-reports' })).json().result
    expect(list.map((code: { codeId: string }) => code.codeId)).toEqual([codeId, busy.codeId])

    const { version } = await reported(codeId)
    const replies = await Promise.all([1, 2, 3].map(() => decide(codeId, 'warn', { version })))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    expect(await reported(codeId)).toMatchObject({ isWarned: true, waitingSince: null, open: 0 })
    await expect.poll(async () => (await one.ask(`/q/${id}`)).status, SOON).toBe(200)
    expect(await own()).toMatchObject([{ codeId, open: 0, isWarned: true }])

    // From now on this owner's codes are as anybody's.
    const next = await given()
    await reportFrom(next.id, 3)
    expect((await reported(next.codeId)).isWarned).toBe(true)
    expect((await decide(codeId, 'dismiss', { version })).json().result.isWarned).toBe(false)
    expect(await own()).toMatchObject([{ codeId: next.codeId }])
  })

  test('of an owner in good standing warns by itself when very many agree', async () => {
    const { id, codeId } = await given()
    await since(codeId, 90)
    await reportFrom(id, 14)
    expect((await reported(codeId)).isWarned).toBe(false)
    await reportFrom(id, 1)
    expect(await reported(codeId)).toMatchObject({ isWarned: true, waitingSince: null })
  })
})

test('an owner is told at once what was reported, and not by whom', async () => {
  const { id, codeId } = await given()
  expect(await own()).toEqual([])
  await reportFrom(id, 2)
  expect(await own()).toEqual([{ codeId, dynamicId: id, name: '', open: 2, isWarned: false }])
  const details = await own(`/${codeId}`)
  expect(details).toEqual({
    open: 2,
    isWarned: false,
    isWaiting: false,
    reports: [
      {
        reason: 'phishing',
        target: 'https://example.com/',
        count: 2,
        firstAt: expect.any(String),
        lastAt: expect.any(String),
      },
    ],
  })
  const code = await as(owner).inject({ url: `/gateway/api/qrcode/user-codes/${codeId}` })
  expect(code.json().result.reported).toEqual({ open: 2, isWarned: false })
  expect((await as(admin).inject({ url: `/gateway/api/qrcode/code-reports/${codeId}` })).statusCode).toBe(404)
  await decide(codeId, 'takedown', { reason: 'phishing' })
  expect(await own()).toEqual([])
})

describe('a dismissal', () => {
  test('holds for what the operator saw: a new target is armed anew, and so is the old one when it returns', async () => {
    const { id, codeId } = await given()
    await reportFrom(id, 3)
    const { version } = await reported(codeId)
    expect((await decide(codeId, 'dismiss', { target: 'https://example.com/', version })).statusCode).toBe(
      200,
    )
    await reportFrom(id, 5)
    expect(await reported(codeId)).toMatchObject({ isWarned: false, waitingSince: null, open: 5 })

    expect((await leadTo(codeId, 'https://evil.example/')).statusCode).toBe(422)
    await leadTo(codeId, 'https://elsewhere.example/')
    await leadTo(codeId, 'https://example.com/')
    expect((await decide(codeId, 'dismiss', { target: 'https://example.com/', version })).statusCode).toBe(
      409,
    )
    await run(sql`update code_reports set created_at = created_at - interval '25 hours'`)
    await expect.poll(async () => (await one.ask(`/q/${id}`)).headers.location).toBe('https://example.com/')
    await reportFrom(id, 3)
    expect((await reported(codeId)).isWarned).toBe(true)
  })

  test('that names no target closes the reports and clears nothing', async () => {
    const { id, codeId } = await given()
    await reportFrom(id, 3)
    expect((await decide(codeId, 'dismiss', {})).json().result).toMatchObject({ isWarned: false, open: 0 })
    await reportFrom(id, 3)
    expect((await reported(codeId)).isWarned).toBe(true)
  })

  test('does not keep a network from reporting the new target on the same day', async () => {
    const { id, codeId } = await given()
    await one.report(`/q/${id}`, { from: '192.0.2.1' })
    await leadTo(codeId, 'https://elsewhere.example/')
    await expect
      .poll(async () => (await one.ask(`/q/${id}`)).headers.location, SOON)
      .toBe('https://elsewhere.example/')
    await one.report(`/q/${id}`, { from: '192.0.2.2' })
    expect((await own(`/${codeId}`)).reports).toHaveLength(2)
  })
})
