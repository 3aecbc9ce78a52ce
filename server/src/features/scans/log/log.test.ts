import { randomUUID } from 'node:crypto'
import { runs } from '@scanleaf/qr/property-runs'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { query } from '../../../platform/db/database'
import { type Person, testApp } from '../../../testing/app'
import { givenCode } from '../../../testing/code'
import { SERVER_URL } from '../../../testing/engine'
import { aScan, givenScans } from '../../../testing/scan'
import { scanAgents } from '../table'
import { LogDictionaries } from './log-dictionaries'
import { type NamedRow, ROW_NAMING } from './testing'

const product = testApp()
const QR = '/gateway/api/qrcode'
const db = () => product.database().db

const text = fc
  .string({ unit: 'binary', maxLength: 12 })
  .map((value) => value.replace(/[\0\r\n]/g, '').toWellFormed())
const aRecord = fc.record({
  at: fc.integer({ min: Date.parse('2026-11-01T00:00:00Z'), max: Date.parse('2026-11-04T00:00:00Z') - 1 }),
  visitor: text,
  country: fc.constantFrom('VN', 'JP', ''),
  userAgent: text,
  referrer: text,
  acceptLanguage: text,
})

const logOf = () => query(db(), sql`select r::text as row from scan_rows r order by 1`)

const csvOf = async (person: Person, path: string) => {
  const url = `${QR}${path}?from=2026-11-01&to=2026-11-30&zone=UTC&dialect=rfc4180`
  const reply = await product.as(person).inject({ url })
  expect(reply.statusCode).toBe(200)
  return reply.body.split('\r\n').toSorted()
}

test('the files of a code and of its owner have each row of the log, and the newest are those of the list', async () => {
  const an = await product.signedIn()
  const { codeId } = await givenCode(product.database(), { userId: an.id })
  await fc.assert(
    fc.asyncProperty(fc.array(aRecord, { minLength: 1, maxLength: 40 }), async (records) => {
      await givenScans(
        product.database(),
        records.map((record) => aScan(codeId, record)),
      )
      const log = await logOf()
      const file = await csvOf(an, `/user-codes/${codeId}/scans.csv`)
      expect(file).toEqual(await csvOf(an, '/scans.csv'))
      expect(file).toHaveLength(log.length + 2)
      const recent = await product.as(an).inject({ url: `${QR}/user-codes/${codeId}/scans/recent?limit=5` })
      const times = (
        await query<{ at: string }>(db(), sql`select at from scan_rows order by at desc limit 5`)
      ).map(({ at }) => new Date(at).toISOString())
      expect(recent.json().result.map(({ at }: { at: string }) => at)).toEqual(times)
    }),
    { numRuns: runs(4) },
  )
})

test('a page of rows of one time ends behind them', async () => {
  const an = await product.signedIn()
  const { codeId } = await givenCode(product.database(), { userId: an.id })
  const at = Date.parse('2026-11-02T08:00:00Z')
  await givenScans(
    product.database(),
    Array.from({ length: 2_400 }, (_, n) =>
      aScan(codeId, { at: at + Math.floor(n / 1_100), visitor: `v${n}` }),
    ),
  )
  expect(await csvOf(an, `/user-codes/${codeId}/scans.csv`)).toHaveLength(2_400 + 2)
})

const described = (row: Partial<NamedRow>): NamedRow => ({
  ...{ codeId: '11111111-2222-4333-8444-555555555555', userAgent: 'agent', browser: 'Chrome' },
  ...{ referrer: 'https://shop.example/a', language: 'vi-VN', country: 'VN' },
  ...row,
})

test('texts beyond the limit of their table share coarser entries', async () => {
  const database = product.database()
  const dictionaries = new LogDictionaries(ROW_NAMING, { agents: 2, referrers: 2, languages: 2 })
  const rows = Array.from({ length: 9 }, (_, n) =>
    described({
      userAgent: `agent ${n}`,
      browser: n < 4 ? 'Chrome' : `Browser ${n}`,
      referrer: `https://site-${n < 4 ? 'same' : n}.example/${n}`,
      language: n < 4 ? `vi-X${n}` : `l${n}-Y`,
    }),
  )
  for (const row of rows) await dictionaries.numbersOf(database, [row])
  const values = async (table: string) =>
    (await query<{ value: string }>(database.db, sql.raw(`select value from ${table} order by id`))).map(
      ({ value }) => value,
    )
  expect(await values('scan_referrers')).toEqual([
    ...['https://site-same.example/0', 'https://site-same.example/1'],
    ...['https://site-same.example', 'https://site-4.example', '*'],
  ])
  expect(await values('scan_languages')).toEqual(['vi-X0', 'vi-X1', 'vi', 'l4', '*'])
  expect(
    await query(database.db, sql`select user_agent as text, browser from scan_agents order by id`),
  ).toEqual([
    ...[
      { text: 'agent 0', browser: 'Chrome' },
      { text: 'agent 1', browser: 'Chrome' },
    ],
    ...[
      { text: '', browser: 'Chrome' },
      { text: '', browser: 'Browser 4' },
      { text: '', browser: '*' },
    ],
  ])
  // Those that have their own entry keep it, also for a process that has not met them.
  const fresh = new LogDictionaries(ROW_NAMING, { agents: 2, referrers: 2, languages: 2 })
  const numbersOf = await fresh.numbersOf(database, rows)
  for (const part of ['agent', 'referrer'] as const) {
    const [first, ...others] = rows.map((row) => numbersOf(row)[part])
    expect(others.map((number) => number - (first ?? 0))).toEqual([1, 2, 2, 3, 4, 4, 4, 4])
  }
})

test('a text in use is looked up again before it could be forgotten', async () => {
  const database = product.database()
  const dictionaries = new LogDictionaries(ROW_NAMING)
  const isUsedToday = async () => {
    await dictionaries.numbersOf(database, [described({})])
    return (await database.db.$count(scanAgents, sql`used_on = (now() at time zone 'UTC')::date`)) === 1
  }
  expect(await isUsedToday()).toBe(true)
  await database.db.execute(sql`update scan_agents set used_on = used_on - 6`)
  expect(await isUsedToday()).toBe(false)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 13 * 3_600_000 })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  expect(await isUsedToday()).toBe(true)
})

test.skipIf(SERVER_URL === null)(
  'a text that is forgotten while it is looked up gets another number',
  async () => {
    const database = product.database()
    const numberNow = async () =>
      (await new LogDictionaries(ROW_NAMING).numbersOf(database, [described({})]))(described({})).agent
    const before = await numberNow()
    await database.db.execute(sql`update scan_agents set used_on = used_on - 100`)
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    let forgotten = () => {}
    const isForgotten = new Promise<void>((resolve) => {
      forgotten = resolve
    })
    const forgetting = database.transaction(async (tx) => {
      await tx.execute(sql`delete from scan_agents`)
      forgotten()
      await ended
    })
    // Looked up before it is deleted, it would wait for nothing.
    await isForgotten
    const looking = numberNow()
    const isWaiting = () =>
      query(
        database.db,
        sql`select 1 as one from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query ~ 'used_on'`,
      )
    await expect.poll(isWaiting).toHaveLength(1)
    end()
    await forgetting
    const after = await looking
    expect(after).not.toBe(before)
    expect(await database.db.$count(scanAgents, sql`id = ${after}`)).toBe(1)
  },
)

test('ten who give numbers to the same texts at once give the same', async () => {
  const database = product.database()
  const rows = Array.from({ length: 50 }, (_, n) =>
    described({ codeId: randomUUID(), userAgent: `agent ${n}` }),
  )
  const all = await Promise.all(
    Array.from({ length: 10 }, async (_, n) => {
      const numbersOf = await new LogDictionaries(ROW_NAMING).numbersOf(
        database,
        n % 2 ? rows : rows.toReversed(),
      )
      return rows.map((row) => numbersOf(row))
    }),
  )
  for (const numbers of all) expect(numbers).toEqual(all[0])
  expect(new Set(all[0]?.map(({ code }) => code)).size).toBe(50)
})
