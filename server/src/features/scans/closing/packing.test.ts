import { runs } from '@scanleaf/qr/property-runs'
import { partsOf, rangeBefore, type ScanRange, type Scans, type ScanUnit } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { openFiles } from '../../../platform/files/file-store'
import { type Person, testApp } from '../../../testing/app'
import { givenCode } from '../../../testing/code'
import { aScan, givenScans } from '../../../testing/scan'
import { exportScans, findCounterFaults, weekOfOwner } from '../index'
import { closeNext } from './closing-repository'

const product = testApp()
const db = () => product.database().db

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const BEGIN = Date.parse('2026-10-30T00:00:00Z')
const END = Date.parse('2026-11-03T00:00:00Z')
/** Also half and quarter hours beside UTC. */
const ZONES = ['UTC', 'Asia/Kolkata', 'Asia/Kathmandu', 'America/St_Johns', 'Asia/Ho_Chi_Minh']

interface LoggedScan extends Record<string, unknown> {
  codeId: string
  at: string
  isUnique: boolean
}

/** What the log counts. */
const logged = () =>
  query<LoggedScan>(
    db(),
    sql`select code_id as "codeId", at, is_unique as "isUnique" from scan_rows where kind = 'person'`,
  )

const sumOf = (scans: readonly LoggedScan[], from: Date | undefined, to: Date) => {
  const within = scans.filter(({ at }) => Date.parse(at) >= Number(from) && Date.parse(at) < Number(to))
  return { scans: within.length, uniques: within.filter(({ isUnique }) => isUnique).length }
}

async function expectChart(person: Person, path: string, range: ScanRange, scans: readonly LoggedScan[]) {
  const days = `from=${range.from}&to=${range.to}&zone=${range.zone}&unit=${range.unit}`
  const reply = await product.as(person).inject({ url: `/gateway/api/qrcode${path}?${days}` })
  expect(reply.statusCode, reply.body).toBe(200)
  const shown: Scans = reply.json().result
  const parts = partsOf(range)
  const before = partsOf(rangeBefore(range))
  expect({ scans: shown.scans, uniques: shown.uniques }).toEqual(sumOf(scans, parts.starts[0], parts.end))
  expect({ scans: shown.before.scans, uniques: shown.before.uniques }).toEqual(
    sumOf(scans, before.starts[0], before.end),
  )
  expect(shown.points.map(({ at, ...sums }) => sums)).toEqual(
    parts.starts.map((start, part) => sumOf(scans, start, parts.starts[part + 1] ?? parts.end)),
  )
  expect(shown.total).toBe(scans.length)
}

async function expectDaysOfExport(userId: string, scans: readonly LoggedScan[]) {
  const files = await openFiles(product.config())
  let text = ''
  for await (const entry of exportScans({ database: product.database(), files, language: 'vi' })(userId))
    if (entry.path === 'scans/scans-by-day.csv' && 'read' in entry)
      for await (const piece of entry.read()) text += piece
  const exported = text.trim().split('\n').slice(1)
  const day = ({ codeId, at }: LoggedScan) => `${codeId} ${new Date(at).toISOString().slice(0, 10)}`
  const expected = [...Map.groupBy(scans, day)].map(
    ([key, group]) => `${key} ${group.length} ${group.filter(({ isUnique }) => isUnique).length}`,
  )
  const found = exported.map((line) => line.trim().replaceAll('"', '').split(/[,;]/).slice(1).join(' '))
  expect(found.sort()).toEqual(expected.sort())
}

async function expectWeek(userId: string, scans: readonly LoggedScan[]) {
  const [before, start, end] = [BEGIN + 0.75 * DAY_MS, BEGIN + 1.75 * DAY_MS, END].map(
    (time) => new Date(time),
  )
  if (!before || !start || !end) return
  const week = await weekOfOwner(db(), userId, { before, start, end, timeZone: 'UTC' }, 5)
  const now = sumOf(scans, start, end)
  expect(week).toMatchObject({
    scans: now.scans,
    visitors: now.uniques,
    before: sumOf(scans, before, start).scans,
  })
  expect(week.days.reduce((sum, scans) => sum + scans, 0)).toBe(now.scans)
  expect(week.most.reduce((sum, code) => sum + code.scans, 0)).toBe(now.scans)
}

const aRecord = fc.record({
  at: fc.oneof(
    fc.integer({ min: BEGIN, max: END - 1 }),
    // Of one quarter of an hour, again and again.
    fc.integer({ min: BEGIN + DAY_MS, max: BEGIN + DAY_MS + HOUR_MS / 4 - 1 }),
  ),
  visitor: fc.constantFrom('a', 'b', 'c'),
  userAgent: fc.constantFrom(
    'Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36',
    'curl/8.5.0',
  ),
})
const anAction = fc.oneof(
  fc.record({ code: fc.nat(1), records: fc.array(aRecord, { minLength: 1, maxLength: 20 }) }),
  fc.record({
    /** Days of the range that are over. */
    days: fc.integer({ min: 1, max: 4 }),
    /** A closer that is killed stops after any step. */
    steps: fc.constantFrom(1, 2, 5, 1000),
    atOnce: fc.constantFrom(1, 7, 500),
  }),
  fc.record({ recomputed: fc.boolean() }),
)

const unpacked = async () =>
  (await query<{ n: number }>(db(), sql`select count(*)::int as n from scan_quarters`))[0]?.n

test('charts, reports and exports are those of the log in every zone, whatever is packed', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(anAction, fc.constantFrom(...ZONES), fc.constantFrom<ScanUnit>('hour', 'day')), {
        minLength: 2,
        maxLength: 8,
      }),
      async (actions) => {
        await db().execute(sql`truncate scan_log, scan_quarters, scan_breakdowns, scan_closing,
          scan_counters, scan_owners`)
        await db().execute(sql`insert into scan_closing (parts_until, hours_until, days_until)
          select at, at, at from (values (timestamptz '2026-10-31Z')) as first (at)`)
        const an = await product.signedIn()
        const codes = [
          await givenCode(product.database(), { userId: an.id }),
          await givenCode(product.database(), { userId: an.id }),
        ].map(({ codeId }) => codeId)
        const close = async (until: Date, atOnce: number, steps: number) => {
          const sizes = { codes: atOnce, owners: atOnce }
          for (let step = 0; step < steps; step++)
            if ((await closeNext(product.database(), until, sizes, 60_000)) === null) return
        }
        // The days before it begin within a day that may be packed.
        const expectAll = async (zone: string, unit: ScanUnit, from = '2026-11-02') => {
          const range = { from, to: '2026-11-02', zone, unit }
          const scans = await logged()
          await expectChart(an, '/scans', range, scans)
          for (const code of codes)
            await expectChart(
              an,
              `/user-codes/${code}/scans`,
              range,
              scans.filter(({ codeId }) => codeId === code),
            )
          return scans
        }
        for (const [action, zone, unit] of actions) {
          if ('records' in action)
            await givenScans(
              product.database(),
              action.records.map((record) => aScan(codes[action.code] as string, record)),
            )
          else if ('days' in action)
            await close(new Date(BEGIN + action.days * DAY_MS), action.atOnce, action.steps)
          else
            for (const month of ['2026-10-01', '2026-11-01'])
              await db().execute(
                sql`select scan_recompute_month(${month}::date, ${action.recomputed ? an.id : null}::text)`,
              )
          await expectAll(zone, unit)
        }
        await close(new Date(END), 3, Number.POSITIVE_INFINITY)
        expect(await unpacked()).toBe(0)
        for (const zone of ZONES) {
          await expectAll(zone, 'hour')
          await expectAll(zone, 'day', '2026-10-31')
        }
        const scans = await logged()
        await expectWeek(an.id, scans)
        await expectDaysOfExport(an.id, scans)
        expect(await product.database().transaction((tx) => findCounterFaults(tx, true))).toEqual([])
      },
    ),
    { numRuns: runs(5) },
  ))

test('quarters of days long ago are packed, too', async () => {
  const { codeId } = await givenCode(product.database())
  await db().execute(sql`truncate scan_quarters, scan_breakdowns`)
  await givenScans(product.database(), [aScan(codeId, { at: BEGIN })])
  // Of a month without a partition, and of one whose breakdowns are kept.
  await db().execute(sql`insert into scan_quarters (subject, at, scans, uniques) values
    (${codeId}, '2019-05-31 23:45Z', 3, 1), (${codeId}, '2026-10-30 23:45Z', 2, 0)`)
  const sums = () =>
    query(
      db(),
      sql`select at::text, scans, uniques from scan_quarter_rows where subject = ${codeId} order by at`,
    )
  const before = await sums()
  // Also those of the owner.
  expect(await unpacked()).toBe(4)
  while (await closeNext(product.database(), new Date(END), { codes: 1, owners: 1 }, 60_000));
  expect(await unpacked()).toBe(0)
  const days = sql`select at::text from scan_breakdowns where subject = ${codeId} and quarters is not null order by at`
  expect(await query(db(), days)).toEqual([
    { at: '2019-05-31 00:00:00+00' },
    { at: '2026-10-30 00:00:00+00' },
  ])
  expect(await sums()).toEqual(before)
})
