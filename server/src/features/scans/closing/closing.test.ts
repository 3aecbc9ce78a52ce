import { branches, runs } from '@scanleaf/qr/property-runs'
import type { Scans, StoredLinkRules } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import type { ScanRecord } from '../../../platform/journal/scan-record'
import { type Person, testApp } from '../../../testing/app'
import { givenCode } from '../../../testing/code'
import { aScan, givenScans } from '../../../testing/scan'
import { closeScans } from './closing'
import { closeNext, dropVisitorIndexes } from './closing-repository'

const product = testApp()
const QR = '/gateway/api/qrcode'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const at = (time: string): number => Date.parse(time)

/** As if the first import had come at that time. */
const closedUntil = (time: string) =>
  product.database().db.execute(sql`
    insert into scan_closing (parts_until, hours_until, days_until) values (${time}, ${time}, ${time})`)

async function scansOf(person: Person, path: string): Promise<Scans> {
  const reply = await product.as(person).inject({ url: `${QR}${path}` })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().result
}

type Counts = Record<string, [scans: number, uniques: number]>

/** Breakdowns and what was not counted by value, of those that the log must give. */
const shown = ({ breakdowns, repeats, notCounted, codes = [], outcomes = [] }: Scans) => {
  const countsOf = (shares: readonly { value: string; scans: number; uniques: number }[]): Counts =>
    Object.fromEntries(shares.map(({ value, scans, uniques }) => [value, [scans, uniques]]))
  const { country, device, referrer } = breakdowns
  return {
    country: countsOf(country),
    device: countsOf(device),
    referrer: countsOf(referrer),
    code: countsOf(codes),
    outcome: countsOf(outcomes.map(({ n, ...sums }) => ({ value: String(n), ...sums }))),
    repeats,
    bots: notCounted.bot,
  }
}

interface Row extends Record<string, unknown> {
  codeId: string
  at: string
  kind: string
  isUnique: boolean
  isRepeat: boolean
  outcome: number
  country: string | null
  device: string
  referrer: string
}

/** The same, counted one by one. */
function counted(rows: readonly Row[], isOwner: boolean) {
  const people = rows.filter(({ kind }) => kind === 'person')
  const by = (keyOf: (row: Row) => string): Counts => {
    const counts: Counts = {}
    for (const row of people) {
      const [scans, uniques] = counts[keyOf(row)] ?? [0, 0]
      counts[keyOf(row)] = [scans + 1, uniques + (row.isUnique ? 1 : 0)]
    }
    return counts
  }
  return {
    country: by(({ country }) => country ?? ''),
    device: by(({ device }) => device),
    referrer: by(({ referrer }) => (referrer === '' ? '' : new URL(referrer).host)),
    code: isOwner ? by(({ codeId }) => codeId) : {},
    outcome:
      !isOwner && people.some(({ outcome }) => outcome > 0) ? by(({ outcome }) => String(outcome)) : {},
    repeats: people.filter(({ isRepeat }) => isRepeat).length,
    bots: rows.length - people.length,
  }
}

const PHONE = 'Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36'
const BEGIN = at('2026-10-30T00:00:00Z')
const END = at('2026-11-03T00:00:00Z')
/** An hour that is often in the middle of its time, and has many scans. */
const RUNNING = at('2026-10-31T05:00:00Z')

const RULES: StoredLinkRules = {
  ...{ revision: 1, zone: 'UTC', rules: [], retired: [], nextId: 1, nextNumber: 1 },
}
/** By visitor, so that no outcome is drawn. */
const OUTCOMES: Record<string, number> = { a: 0, b: 1, c: 2047 }
const aRecord = fc.record({
  at: fc.oneof(
    fc.integer({ min: BEGIN, max: END - 1 }),
    fc.integer({ min: RUNNING, max: RUNNING + HOUR_MS }),
  ),
  visitor: fc.constantFrom('a', 'b', 'c'),
  country: fc.constantFrom('VN', 'JP', ''),
  userAgent: fc.constantFrom(PHONE, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/126.0', 'curl/8.5.0'),
  referrer: fc.constantFrom('', 'https://zalo.example/chat', 'https://news.example:8443/'),
})
/** Enough for an hour of its own. */
const MANY = 260
const anImport = fc.record({
  code: fc.nat(1),
  records: fc.array(aRecord, { minLength: 1, maxLength: 10 }),
  copies: fc.constantFrom(1, 1, 1, MANY),
})
const aClosing = fc.record({
  until: fc.oneof(
    fc.integer({ min: 0, max: (END - BEGIN) / HOUR_MS }).map((hour) => BEGIN + hour * HOUR_MS),
    fc.constantFrom(RUNNING, RUNNING + HOUR_MS),
  ),
  minutes: fc.constantFrom(0, 5, 35, 50),
  /** A closer that is killed stops after any step. */
  steps: fc.constantFrom(1, 2, 5, 1000),
  atOnce: fc.constantFrom(1, 50),
})

test('breakdowns are those of the log, whatever is closed and whichever scans come late', async () => {
  const rare = branches('late for a day', 'late for an hour', 'killed between steps', 'an hour of its own')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(anImport, aClosing), { minLength: 2, maxLength: 10 }),
      fc.constantFrom('UTC', 'Asia/Ho_Chi_Minh', 'Asia/Kathmandu', 'America/St_Johns'),
      fc.constantFrom(['10-29', '11-04'], ['10-30', '11-01'], ['10-31', '10-31']),
      async (actions, zone, [first, last]) => {
        const database = product.database()
        const { db } = database
        await db.execute(sql`truncate scan_log, scan_breakdowns, scan_closing`)
        await closedUntil('2026-10-01T00:00:00Z')
        const an = await product.signedIn()
        const codes = [
          await givenCode(database, { userId: an.id, rules: RULES }),
          await givenCode(database, { userId: an.id, rules: RULES }),
        ].map(({ codeId }) => codeId)
        const recompute = async (account: string | null = null) => {
          for (const month of ['2026-10-01', '2026-11-01'])
            await database.transaction((tx) =>
              tx.execute(sql`select scan_recompute_month(${month}::date, ${account}::text)`),
            )
        }
        let closed = BEGIN
        for (const action of actions) {
          if ('until' in action) {
            const { steps, atOnce } = action
            const until = new Date(action.until + action.minutes * 60_000)
            const sizes = { codes: atOnce, owners: atOnce }
            let step = 0
            while (step < steps && (await closeNext(database, until, sizes, 60_000))) step++
            if (step < steps) closed = Math.max(closed, until.getTime())
            else rare.reach('killed between steps')
          } else {
            const first = Math.min(...action.records.map(({ at }) => at))
            if (first < closed - DAY_MS) rare.reach('late for a day')
            else if (first < closed - HOUR_MS) rare.reach('late for an hour')
            if (action.copies === MANY) rare.reach('an hour of its own')
            const records = action.records.flatMap((record) =>
              Array<Partial<ScanRecord>>(action.copies).fill({
                ...record,
                outcome: OUTCOMES[record.visitor] ?? 0,
              }),
            )
            await givenScans(
              database,
              records.map((record) => aScan(codes[action.code] as string, record)),
            )
          }
        }
        const rows = await query<Row>(
          db,
          sql`select code_id as "codeId", at, (array['person', 'bot'])[log.kind + 1] as kind, flags & 1 <> 0 as "isUnique",
                flags & 2 <> 0 as "isRepeat", flags >> 4 as outcome, country.value as country, device,
                referrer.value as referrer
              from scan_log as log join scan_code_numbers using (code)
                left join scan_agents as agent on agent.id = log.agent
                left join scan_countries as country on country.id = log.country
                left join scan_referrers as referrer on referrer.id = log.referrer
              where at >= ${`2026-${first}T00:00:00`}::timestamp at time zone ${zone}
                and at < (${`2026-${last}T00:00:00`}::timestamp + interval '1 day') at time zone ${zone}`,
        )
        const days = `from=2026-${first}&to=2026-${last}&zone=${zone}`
        const all = await scansOf(an, `/scans?${days}`)
        expect(shown(all)).toEqual(counted(rows, true))
        for (const code of codes) {
          const own = await scansOf(an, `/user-codes/${code}/scans?${days}`)
          expect(shown(own)).toEqual(
            counted(
              rows.filter(({ codeId }) => codeId === code),
              false,
            ),
          )
        }
        // Made again, they are the same. An hour that filled up by late scans may be made of the log then.
        for (const account of [an.id, null]) {
          await recompute(account)
          expect(await scansOf(an, `/scans?${days}`)).toEqual(all)
        }
        // Closing continues behind them.
        await closeScans(database)
        expect(await scansOf(an, `/scans?${days}`)).toEqual(all)
      },
    ),
    { numRuns: runs(8) },
  )
  rare.expectAll()
})

test('before the first scan there is nothing to close, and the job ends', async () => {
  const database = product.database()
  await database.db.execute(sql`truncate scan_log, scan_breakdowns, scan_closing`)
  expect(await closeNext(database, new Date(END), { codes: 1, owners: 1 }, HOUR_MS)).toBeNull()
})

test('the indexes on visitors go three days after their day was closed, and no earlier', async () => {
  const database = product.database()
  for (const day of [15, 16, 17, 18]) {
    await database.db.execute(sql`select scan_ensure_day(${`2025-03-${day}`}::date)`)
    await database.db.execute(
      sql.raw(`create index scan_log_2025_03_${day}_visitor on scan_log_2025_03_${day}
      (visitor, code, at) where kind = 0`),
    )
  }
  await closedUntil('2025-03-20T00:00Z')
  await dropVisitorIndexes(database)
  const left = await query<{ name: string }>(
    database.db,
    sql`select indexname as name from pg_indexes where indexname ~ '^scan_log_2025_03_.*_visitor$' order by 1`,
  )
  expect(left.map(({ name }) => name)).toEqual(['scan_log_2025_03_17_visitor', 'scan_log_2025_03_18_visitor'])
})

test('an account that is counted again amid the closing of a day has each scan once', async () => {
  const database = product.database()
  await closedUntil('2026-10-30T00:00:00Z')
  const [an, binh] = [await product.signedIn(), await product.signedIn()]
  const { codeId } = await givenCode(database, { userId: an.id })
  for (const { id } of [an, binh])
    for (const code of [codeId, (await givenCode(database, { userId: id })).codeId])
      await givenScans(database, [aScan(code, { at: BEGIN })])
  const all = () =>
    Promise.all([an, binh].map((who) => scansOf(who, '/scans?from=2026-10-30&to=2026-10-30&zone=UTC')))
  const before = await all()
  let step: string | null = 'none'
  const steps: string[] = []
  while (step !== null) {
    await database.db.execute(sql`select scan_recompute_month('2026-10-01', ${an.id})`)
    expect(await all()).toEqual(before)
    step = await closeNext(database, new Date('2026-10-31T00:00:00Z'), { codes: 1, owners: 1 }, 60_000)
    if (step !== null) steps.push(step)
  }
  expect(steps.filter((each) => each === 'codes').length).toBeGreaterThan(2)
  expect(steps.filter((each) => each === 'owners').length).toBeGreaterThan(1)
})

test('a running hour is read from its parts until it is made, late scans in each of them', async () => {
  const database = product.database()
  await closedUntil('2026-10-31T00:00:00Z')
  const an = await product.signedIn()
  const { codeId } = await givenCode(database, { userId: an.id })
  let scans = 0
  const given = async (minute: number, count: number) => {
    const record = aScan(codeId, { at: RUNNING + minute * 60_000 })
    await givenScans(database, Array<string>(count).fill(record))
    scans += count
  }
  const rowsAfter = async (until: string) => {
    while (await closeNext(database, new Date(until), { codes: 9, owners: 9 }, 60_000));
    const rows = await query<{ minutes: number; scans: number }>(
      database.db,
      sql`select minutes, one.scans from scan_breakdowns cross join unnest(keys, scans) as one (key, scans)
          where subject = ${codeId} and key = 'country:VN' order by minutes, at`,
    )
    return rows.map((row) => [row.minutes, row.scans])
  }
  const expectAll = async () => {
    for (const path of [`/user-codes/${codeId}/scans`, '/scans']) {
      const { breakdowns } = await scansOf(an, `${path}?from=2026-10-31&to=2026-10-31&zone=UTC`)
      expect(breakdowns.country).toEqual([{ value: 'VN', scans, uniques: 1 }])
    }
  }
  await given(2, MANY)
  await given(7, MANY)
  await given(12, 1)
  expect(await rowsAfter('2026-10-31T05:20:00Z')).toEqual([
    [5, MANY],
    [5, MANY],
  ])
  await expectAll()
  await given(3, 2)
  await given(13, MANY)
  await given(22, 1)
  expect(await rowsAfter('2026-10-31T05:25:00Z')).toEqual([
    [5, MANY + 2],
    [5, MANY],
  ])
  await expectAll()
  expect(await rowsAfter('2026-10-31T06:00:00Z')).toEqual([[60, scans]])
  await expectAll()
  await given(4, 3)
  expect(await rowsAfter('2026-11-01T00:00:00Z')).toEqual([
    [60, scans],
    [1440, scans],
  ])
  await given(5, 1)
  await expectAll()
})

test('closing beside imports and another closing loses nothing and counts nothing twice', async () => {
  const database = product.database()
  await closedUntil('2026-10-01T00:00:00Z')
  const an = await product.signedIn()
  const codes = await Promise.all(Array.from({ length: 5 }, () => givenCode(database, { userId: an.id })))
  const importAll = (hours: number[]) =>
    hours.map((hour) =>
      givenScans(
        database,
        codes.flatMap(({ codeId }) =>
          Array.from({ length: 60 }, (_, n) =>
            aScan(codeId, { at: BEGIN + hour * HOUR_MS + n, visitor: `${hour} ${n}` }),
          ),
        ),
      ),
    )
  await Promise.all(importAll([0, 1, 5, 24]))
  await Promise.all([closeScans(database), ...importAll([0, 2, 5, 25, 50]), closeScans(database)])
  await Promise.all([...importAll([1, 2, 50, 70]), closeScans(database)])
  const all = await scansOf(an, '/scans?from=2026-10-30&to=2026-11-02&zone=UTC')
  expect(all.scans).toBe(13 * 5 * 60)
  expect(shown(all)).toMatchObject({
    country: { VN: [all.scans, all.uniques] },
    code: Object.fromEntries(codes.map(({ codeId }) => [codeId, [all.scans / 5, all.uniques / 5]])),
  })
  const [hours] = await query<{ all: number; made: number }>(
    database.db,
    sql`select count(*)::int as all, count(*) filter (where minutes = 60)::int as made from scan_breakdowns`,
  )
  expect(hours?.made).toBeGreaterThan(0)
  expect(hours?.all).toBe((hours?.made ?? 0) + 3 * (5 + 1))
})
