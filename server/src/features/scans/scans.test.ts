import { randomUUID } from 'node:crypto'
import { runs } from '@scanleaf/qr/property-runs'
import { partsOf, type Scans } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { query } from '../../platform/db/database'
import type { ScanRecord } from '../../platform/journal/scan-record'
import { type Person, testApp } from '../../testing/app'
import { changeCode, givenCode } from '../../testing/code'
import { aScan, givenScans } from '../../testing/scan'

const product = testApp()
const QR = '/gateway/api/qrcode'
const DAYS = 'from=2026-11-01&to=2026-11-30&zone=Asia/Ho_Chi_Minh'
const DAY_MS = 86_400_000
const at = (time: string): number => Date.parse(time)

const ownCode = (person: Person) => givenCode(product.database(), { userId: person.id })
const given = (codeId: string, ...scans: Partial<ScanRecord>[]) =>
  givenScans(
    product.database(),
    scans.map((scan) => aScan(codeId, scan)),
  )

async function scansOf(person: Person, path: string): Promise<Scans> {
  const reply = await product.as(person).inject({ url: `${QR}${path}` })
  expect(reply.statusCode).toBe(200)
  return reply.json().result
}

/** Rows of a CSV without its mark, as cells. */
const cellsOf = (csv: string): string[][] =>
  csv
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((row) => [...row.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell.replaceAll('""', '"')))

describe('figures', () => {
  test('are the same in list, page, the page of all codes and CSV', async () => {
    const an = await product.signedIn()
    const { codeId } = await ownCode(an)
    const other = await ownCode(an)
    await changeCode(product.database(), codeId, { name: 'Bàn số 1' })
    await given(
      codeId,
      { visitor: 'a' },
      { visitor: 'a', at: at('2026-11-21T08:30:03Z') },
      { visitor: 'a', at: at('2026-11-21T09:30:00Z') },
      { visitor: 'b', country: 'JP' },
      { method: 'HEAD' },
      { userAgent: 'curl/8.5.0' },
      { userAgent: 'WhatsApp/2.23.20.0' },
      { purpose: 'prefetch' },
    )
    await given(other.codeId, { visitor: 'a' })

    const page = await scansOf(an, `/user-codes/${codeId}/scans?${DAYS}`)
    expect(page).toMatchObject({
      total: 4,
      scans: 4,
      uniques: 2,
      repeats: 1,
      notCounted: { bot: 1, preview: 1, prefetch: 1, head: 1 },
    })
    const list = await product
      .as(an)
      .inject({ url: `${QR}/user-codes?productId=dynamic-code` })
      .then((reply) => reply.json().result)
    expect(list.find(({ id }: { id: string }) => id === codeId).scanCounter).toBe(page.total)
    const csv = await product.as(an).inject({ url: `${QR}/user-codes/${codeId}/scans.csv?${DAYS}` })
    const [head = [], ...rows] = cellsOf(csv.body)
    const counted = (name: string) => rows.filter((row) => row[head.indexOf(name)] === 'yes').length
    expect(rows).toHaveLength(8)
    expect([counted('counted'), counted('unique'), counted('repeat')]).toEqual([4, 2, 1])

    const all = await scansOf(an, `/scans?${DAYS}`)
    expect(all).toMatchObject({ total: 5, scans: 5, uniques: 3 })
    expect(all.codes?.map(({ value, scans }) => [value, scans])).toEqual([
      [codeId, 4],
      [other.codeId, 1],
    ])
    const named = async () =>
      (await scansOf(an, `/scans?${DAYS}`)).codes?.map(({ name, isDeleted }) => [name, isDeleted])
    expect(await named()).toEqual([
      ['Bàn số 1', false],
      [other.id, false],
    ])
    await changeCode(product.database(), codeId, { deletedAt: product.clock.now() })
    expect((await named())?.[0]).toEqual(['Bàn số 1', true])
    const allCsv = await product.as(an).inject({ url: `${QR}/scans.csv?${DAYS}` })
    expect(cellsOf(allCsv.body)).toHaveLength(1 + 9)
  })

  test('say where people came from, each dimension as much as the whole', async () => {
    const an = await product.signedIn()
    const { codeId } = await ownCode(an)
    await given(
      codeId,
      { visitor: 'a', acceptLanguage: 'vi-VN', referrer: 'https://zalo.example/chat' },
      { visitor: 'b', acceptLanguage: 'vi', country: '' },
      { visitor: 'c', country: 'JP', userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/126.0' },
    )
    const { breakdowns } = await scansOf(an, `/user-codes/${codeId}/scans?${DAYS}`)
    const values = Object.fromEntries(
      Object.entries(breakdowns).map(([name, shares]) => [
        name,
        Object.fromEntries(shares.map(({ value, scans, uniques }) => [value, [scans, uniques]])),
      ]),
    )
    expect(values).toEqual({
      country: { VN: [1, 1], JP: [1, 1], '': [1, 1] },
      device: { phone: [2, 2], desktop: [1, 1] },
      system: { Android: [2, 2], Windows: [1, 1] },
      browser: { Chrome: [2, 2], Firefox: [1, 1] },
      referrer: { 'zalo.example': [1, 1], '': [2, 2] },
      language: { vi: [2, 2], '': [1, 1] },
    })
  })

  test('name the most frequent values and sum the rest up', async () => {
    const an = await product.signedIn()
    const { codeId } = await ownCode(an)
    const sites = Array.from({ length: 300 }, (_, n) => ({
      visitor: `v${n}`,
      referrer: `https://site-${n}.example/`,
    }))
    await given(codeId, ...sites, ...sites.slice(0, 5))
    await given(codeId, ...sites.slice(250))
    const { breakdowns, scans } = await scansOf(an, `/user-codes/${codeId}/scans?${DAYS}`)
    expect(breakdowns.referrer).toHaveLength(21)
    expect(breakdowns.referrer.at(-1)?.value).toBe('*')
    expect(breakdowns.referrer.reduce((sum, share) => sum + share.scans, 0)).toBe(scans)
    const [row] = await query<{ values: bigint }>(
      product.database().db,
      sql`select count(*) as values from scan_breakdowns, unnest(keys) as key
          where subject = ${codeId} and minutes = 1440 and key like 'referrer:%'`,
    )
    expect(row?.values).toBe(201n)
  })

  test('of the days before stand beside them', async () => {
    const an = await product.signedIn()
    const { codeId } = await ownCode(an)
    await given(codeId, { at: at('2026-11-09T12:00:00Z') }, { at: at('2026-11-11T12:00:00Z') })
    await given(codeId, { at: at('2026-11-08T16:59:59Z') }, { at: at('2026-11-11T12:00:01Z') })
    const { before, scans, points } = await scansOf(
      an,
      `/user-codes/${codeId}/scans?from=2026-11-11&to=2026-11-12&unit=day&zone=Asia/Ho_Chi_Minh`,
    )
    expect(scans).toBe(2)
    expect(points.map((point) => [point.at, point.scans])).toEqual([
      ['2026-11-10T17:00:00.000Z', 2],
      ['2026-11-11T17:00:00.000Z', 0],
    ])
    expect(before).toMatchObject({ from: '2026-11-09', to: '2026-11-10', scans: 1, uniques: 1 })
  })

  test('of days that still run are compared with as much of the days before', async () => {
    const now = product.clock.now().getTime()
    const [yesterday, today] = [now, now + DAY_MS].map((time) => new Date(time).toISOString().slice(0, 10))
    const forwardMs = at(`${today}T10:07:00Z`) - now
    product.clock.advance(forwardMs)
    onTestFinished(() => product.clock.advance(-forwardMs))
    const an = await product.signedIn()
    const { codeId } = await ownCode(an)
    await given(
      codeId,
      { at: at(`${today}T10:06:00Z`) },
      { at: at(`${yesterday}T09:59:59Z`), visitor: 'a' },
      { at: at(`${yesterday}T10:00:00Z`), visitor: 'b' },
      { at: at(`${yesterday}T20:00:00Z`), visitor: 'c' },
    )
    for (const unit of ['hour', 'day', 'month']) {
      const { before } = await scansOf(
        an,
        `/user-codes/${codeId}/scans?from=${today}&to=${today}&unit=${unit}&zone=UTC`,
      )
      expect(before).toMatchObject({ from: yesterday, to: yesterday, scans: 3, uniques: 3 })
      expect(before.soFar).toEqual({ to: yesterday, scans: 1, uniques: 1 })
    }
    const over = await scansOf(an, `/scans?from=${yesterday}&to=${yesterday}&zone=UTC`)
    expect(over.scans).toBe(3)
    expect(over.before.soFar).toBeNull()
  })

  test('are those of the log in every zone and unit, and the same when they are made again from it', async () => {
    let an = await product.signedIn()
    let codes = 1
    const { db } = product.database()
    const agents = ['Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36', 'curl/8.5.0']
    const aRecord = fc.record({
      at: fc.integer({ min: at('2026-10-29T00:00:00Z'), max: at('2026-11-03T00:00:00Z') }),
      visitor: fc.constantFrom('a', 'b', 'c'),
      country: fc.constantFrom('VN', 'JP', ''),
      userAgent: fc.constantFrom(...agents),
    })
    const rollUps = () =>
      Promise.all(
        [
          'select subject, at, scans, uniques from scan_quarter_rows',
          'select subject, minutes, at, keys, scans, uniques from scan_breakdowns',
          'select * from scan_counters',
          'select * from scan_owners',
        ].map((rows) => query(db, sql.raw(`select t::text as row from (${rows}) t order by 1`))),
      )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(aRecord, { minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 3 }),
        fc.constantFrom('UTC', 'Asia/Ho_Chi_Minh', 'Asia/Kathmandu', 'America/St_Johns', 'Europe/Paris'),
        fc.constantFrom('hour' as const, 'day' as const, 'month' as const),
        async (batches, zone, unit) => {
          // Of more than 200 codes of one owner the metrics keep those that came first, here made the most frequent.
          if (codes++ % 100 === 0) an = await product.signedIn()
          const { codeId } = await ownCode(an)
          for (const batch of batches) await given(codeId, ...batch)
          const range = { from: '2026-10-30', to: '2026-11-01', unit, zone }
          const page = await scansOf(
            an,
            `/user-codes/${codeId}/scans?from=${range.from}&to=${range.to}&unit=${unit}&zone=${zone}`,
          )
          const { starts, end } = partsOf(range)
          const people = batches.flat().filter(({ userAgent }) => userAgent !== agents[1])
          expect(page.points.map(({ scans }) => scans)).toEqual(
            starts.map((start, part) => {
              const until = (starts[part + 1] ?? end).getTime()
              return people.filter((scan) => scan.at >= start.getTime() && scan.at < until).length
            }),
          )
          for (const shares of Object.values(page.breakdowns)) {
            expect(shares.reduce((sum, { scans }) => sum + scans, 0)).toBe(page.scans)
            expect(shares.reduce((sum, { uniques }) => sum + uniques, 0)).toBe(page.uniques)
          }
          const visits = new Set(people.map((scan) => `${scan.visitor} ${Math.floor(scan.at / 86_400_000)}`))
          const whole = await scansOf(
            an,
            `/user-codes/${codeId}/scans?from=2026-10-01&to=2026-11-30&zone=${zone}`,
          )
          expect(whole.uniques).toBe(visits.size)
          expect(whole.total).toBe(people.length)
        },
      ),
      { numRuns: runs(15) },
    )
    const before = await rollUps()
    await db.execute(sql`update scan_quarters set scans = scans + 7`)
    await db.execute(sql`update scan_breakdowns set keys = '{}'`)
    for (const month of ['2026-10-01', '2026-11-01']) {
      await db.execute(sql`select scan_recompute_month(${month}::date)`)
    }
    await db.execute(sql`select scan_recompute_counters()`)
    expect(await rollUps()).toEqual(before)
  })
})

describe('a visitor', () => {
  test('within five seconds of the last scan repeats, over batches too, and is counted all the same', async () => {
    const an = await product.signedIn()
    const { codeId } = await ownCode(an)
    await given(codeId, { at: at('2026-11-21T08:00:00Z') })
    await given(codeId, { at: at('2026-11-21T08:00:04.900Z') }, { at: at('2026-11-21T08:00:09.950Z') })
    await given(codeId, { at: at('2026-11-21T08:00:10Z'), visitor: 'another' })
    const { scans, repeats, uniques } = await scansOf(an, `/user-codes/${codeId}/scans?${DAYS}`)
    expect({ scans, repeats, uniques }).toEqual({ scans: 4, repeats: 1, uniques: 2 })
  })

  test('is new with the next UTC day, and to another code', async () => {
    const an = await product.signedIn()
    const { codeId } = await ownCode(an)
    const other = await ownCode(an)
    await given(codeId, { at: at('2026-11-21T23:59:59Z') }, { at: at('2026-11-22T00:00:00Z') })
    await given(other.codeId, { at: at('2026-11-21T23:59:59Z') })
    expect((await scansOf(an, `/user-codes/${codeId}/scans?${DAYS}`)).uniques).toBe(2)
    expect((await scansOf(an, `/scans?${DAYS}`)).uniques).toBe(3)
  })
})

describe('the log', () => {
  test('says why a scan was not counted', async () => {
    const an = await product.signedIn()
    const { codeId } = await ownCode(an)
    await given(codeId, {}, { userAgent: 'TelegramBot (like TwitterBot)', at: at('2026-11-21T08:31:00Z') })
    const recent = async (search: string) =>
      (await product.as(an).inject({ url: `${QR}/user-codes/${codeId}/scans/recent?${search}` })).json()
        .result
    expect(await recent('')).toMatchObject([{ kind: 'preview' }, { kind: 'person', country: 'VN' }])
    expect(await recent('uncounted=true')).toMatchObject([{ kind: 'preview' }])
    expect(await recent('limit=1')).toHaveLength(1)
  })

  test.each([
    ['', 'vi', '\uFEFF"time";"zone";', '"2026-11-26 03:58:39";"Asia/Ho_Chi_Minh";'],
    ['', 'de-AT,de;q=0.9', '\uFEFF"time";"zone";', '"2026-11-26 03:58:39";"Asia/Ho_Chi_Minh";'],
    ['&lng=en', 'vi', '\uFEFF"time","zone",', '"2026-11-26 03:58:39","Asia/Ho_Chi_Minh",'],
    ['&dialect=rfc4180', 'vi', '"time","zone",', '"2026-11-25T20:58:39.404Z","UTC",'],
  ])('as CSV are written for their reader: %s in %s', async (more, language, head, row) => {
    const an = await product.signedIn()
    const { codeId } = await ownCode(an)
    await given(codeId, { at: at('2026-11-25T20:58:39.404Z') }, { at: at('2026-11-25T16:59:59Z') })
    const days = `from=2026-11-26&to=2026-11-26&zone=Asia/Ho_Chi_Minh${more}`
    for (const path of [`/user-codes/${codeId}/scans.csv`, '/scans.csv']) {
      const headers = { 'accept-language': language }
      const csv = await product.as(an).inject({ url: `${QR}${path}?${days}`, headers })
      const [first, ...rows] = csv.body.trimEnd().split('\r\n')
      expect(first?.slice(0, head.length)).toBe(head)
      expect(rows.map((text) => text.slice(0, row.length))).toEqual([row])
    }
  })

  test('as CSV is no formula anywhere, and whole over many pieces', async () => {
    const an = await product.signedIn()
    const { codeId, id } = await givenCode(product.database(), { userId: an.id, id: '-2+3' })
    const many = Array.from({ length: 2300 }, (_, n) => ({
      at: at('2026-11-21T08:00:00Z') + Math.floor(n / 3),
      userAgent: '=HYPERLINK("https://evil.example")',
    }))
    await given(codeId, ...many)
    const csv = await product.as(an).inject({ url: `${QR}/user-codes/${codeId}/scans.csv?${DAYS}` })
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.headers['content-disposition']).toBe(`attachment; filename="scans-${codeId}.csv"`)
    const rows = cellsOf(csv.body)
    expect(rows).toHaveLength(1 + 2300)
    expect(rows[1]?.[2]).toBe(`'${id}`)
    expect(rows[1]?.at(-1)).toBe(`'=HYPERLINK("https://evil.example")`)
  })
})

test('sparklines have the last 14 days of the own codes among those asked for', async () => {
  const an = await product.signedIn()
  const binh = await product.signedIn()
  const { codeId } = await ownCode(an)
  const foreign = await ownCode(binh)
  const now = product.clock.now().getTime()
  await given(codeId, { at: now }, { at: now - 1000, visitor: 'b' }, { at: now - 86_400_000 * 20 })
  await given(foreign.codeId, { at: now })
  const reply = await product
    .as(an)
    .inject({ url: `${QR}/user-codes/sparklines?ids=${codeId},${foreign.codeId},${randomUUID()}&zone=UTC` })
  const { result } = reply.json()
  expect(Object.keys(result)).toEqual([codeId])
  expect(result[codeId]).toHaveLength(14)
  expect(result[codeId].reduce((sum: number, scans: number) => sum + scans, 0)).toBe(2)
})

describe('asked wrongly', () => {
  test.each([
    ['from=2026-02-30', 'from'],
    ['from=yesterday', 'from'],
    ['to=1999-12-31', 'to'],
    ['from=2026-11-02&to=2026-11-01', 'to'],
    ['from=2001-01-01&to=2026-01-01', 'to'],
    ['from=2026-01-01&to=2026-03-01&unit=hour', 'unit'],
    ['from=2024-01-01&to=2026-03-01&unit=day', 'unit'],
    ['unit=week', 'unit'],
    ['zone=Mars/Olympus', 'zone'],
    ["zone=UTC'--", 'zone'],
  ])('%s is refused by its field', async (search, field) => {
    const an = await product.signedIn()
    const { codeId } = await ownCode(an)
    for (const path of [`/user-codes/${codeId}/scans`, '/scans']) {
      const reply = await product.as(an).inject({ url: `${QR}${path}?${search}` })
      expect(reply.statusCode).toBe(422)
      expect(Object.keys(reply.json().error.fields)).toEqual([field])
    }
  })

  test('for sparklines of what is no id or of too many', async () => {
    const an = await product.signedIn()
    for (const ids of ['x', '', Array.from({ length: 101 }, () => randomUUID()).join()]) {
      const reply = await product.as(an).inject({ url: `${QR}/user-codes/sparklines?ids=${ids}` })
      expect(reply.statusCode).toBe(422)
    }
  })

  test('other people’s, deleted and unknown codes are not found', async () => {
    const an = await product.signedIn()
    const binh = await product.signedIn()
    const { codeId } = await ownCode(binh)
    const deleted = await ownCode(an)
    await given(deleted.codeId, {})
    await changeCode(product.database(), deleted.codeId, { deletedAt: new Date() })
    for (const id of [codeId, deleted.codeId, randomUUID(), 'malformed']) {
      for (const path of ['scans', 'scans.csv', 'scans/live', 'scans/recent']) {
        const reply = await product.as(an).inject({ url: `${QR}/user-codes/${id}/${path}` })
        expect(reply.statusCode).toBe(404)
      }
    }
    expect((await scansOf(an, `/scans?${DAYS}`)).total).toBe(1)
  })

  test('nothing is told without a session', async () => {
    const paths = ['/scans', '/scans.csv', '/scans/live', '/user-codes/sparklines?ids=x']
    for (const path of [...paths, `/user-codes/${randomUUID()}/scans`]) {
      expect((await product.inject(`${QR}${path}`)).statusCode).toBe(401)
    }
  })
})
