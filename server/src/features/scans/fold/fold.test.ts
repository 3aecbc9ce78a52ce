import { randomUUID } from 'node:crypto'
import { branches, runs } from '@scanleaf/qr/property-runs'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import type { ScanRecord } from '../../../platform/journal/scan-record'
import { givenCode } from '../../../testing/code'
import { testDatabase } from '../../../testing/database'
import { aScan, givenImported } from '../../../testing/scan'
import { closeNext } from '../closing/closing-repository'
import { countImported, findCounterFaults, sealOwner } from '../index'
import { foldSome } from './fold-repository'

const storage = testDatabase()
const db = () => storage.database().db

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS
const BEGIN = Date.parse('2026-10-30T22:00:00Z')
const BOT = 'curl/8.5.0'

interface Scan {
  code: number
  at: number
  visitor: string
  userAgent: string | undefined
}

const aRecord: fc.Arbitrary<Scan> = fc.record({
  code: fc.nat(2),
  // Around two midnights, often of the same few seconds.
  at: fc
    .tuple(fc.constantFrom(0, 119, 120, 1559, 1560), fc.nat(20_000))
    .map(([minute, ms]) => BEGIN + minute * MINUTE_MS + ms),
  visitor: fc.constantFrom('a', 'b', 'c'),
  userAgent: fc.constantFrom(undefined, undefined, undefined, BOT),
})
const isPerson = ({ userAgent }: Scan) => userAgent === undefined
const dayOf = ({ at }: Scan) => Math.floor(at / DAY_MS)

interface Sums extends Record<string, unknown> {
  scans: number
  uniques: number
}

/** What each table says, of codes in their order and then of owners. */
async function figures(codes: readonly string[]) {
  const subjects = sql`(
    select code_id, code_id as subject, array_position(${sql.param([...codes])}::uuid[], code_id)::text as name
    from unnest(${sql.param([...codes])}::uuid[]) as code_id
    union all
    select code_id, owner.subject, owner.user_id from scan_codes join scan_owners as owner using (user_id)
    where code_id = any(${sql.param([...codes])}::uuid[]))`
  const logged = await query<Sums & { name: string }>(
    db(),
    sql`select name, count(*)::int as scans, count(*) filter (where is_unique)::int as uniques
        from ${subjects} as subjects join scan_rows using (code_id) where kind = 'person' group by name order by name`,
  )
  const rolled = await query<Sums & { name: string }>(
    db(),
    sql`select name, sum(scans)::int as scans, sum(uniques)::int as uniques
        from (select distinct subject, name from ${subjects} as all_subjects) as each
        join scan_quarter_rows using (subject) group by name order by name`,
  )
  const counted = await query<{ name: string; scans: number }>(
    db(),
    sql`select array_position(${sql.param([...codes])}::uuid[], code_id)::text as name, scans::int from scan_counters
        where scans > 0
        union all select user_id, scans::int from scan_owners where scans > 0 order by name`,
  )
  const [rows] = await query<{ log: number; inbox: number }>(
    db(),
    sql`select (select count(*)::int from scan_log) as log, (select count(*)::int from scan_inbox) as inbox`,
  )
  return { logged, rolled, counted, log: rows?.log ?? 0, inbox: rows?.inbox ?? 0 }
}

async function empty(): Promise<void> {
  await db().execute(sql`truncate scan_log, scan_inbox, scan_quarters, scan_breakdowns, scan_closing, scan_counters,
    scan_owners, scan_batches`)
}

/** Two codes of an owner, and one of nobody. */
async function givenCodes(): Promise<string[]> {
  const owned = [await givenCode(storage.database()), await givenCode(storage.database())]
  return [...owned.map(({ codeId }) => codeId), randomUUID()]
}

const importScans = (scans: readonly Scan[], codes: readonly string[], id?: string): Promise<void> =>
  givenImported(
    storage.database(),
    scans.map(({ code, userAgent, ...scan }) =>
      aScan(codes[code] as string, {
        ...scan,
        ...(userAgent && { userAgent }),
      } satisfies Partial<ScanRecord>),
    ),
    id,
  )

const aStep = fc.oneof(
  fc.record({ batch: fc.nat(5), copies: fc.constantFrom(1, 1, 2) }),
  fc.record({ batch: fc.nat(5), copies: fc.constantFrom(1, 2) }),
  fc.record({ most: fc.constantFrom(1, 3, 1_000), folders: fc.constantFrom(1, 2) }),
  fc.record({ closedAfter: fc.integer({ min: 0, max: 1700 }) }),
)

test('whatever is imported twice, folded in parts and closed between, each figure is that of the log, and the log that of the batches', async () => {
  const rare = branches('imported again', 'by two at once', 'a part left', 'two folders', 'late scans')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(aRecord, { minLength: 1, maxLength: 12 }), { minLength: 6, maxLength: 6 }),
      fc.array(aStep, { minLength: 4, maxLength: 20 }),
      async (batches, steps) => {
        const database = storage.database()
        await empty()
        await db().execute(sql`insert into scan_closing (parts_until, hours_until, days_until)
          select at, at, date_trunc('day', at, 'UTC') from (values (timestamptz '2026-10-30T22:00Z')) as first (at)`)
        const codes = await givenCodes()
        const imported = new Set<number>()
        let closedUntil = 0
        for (const step of [
          ...steps,
          { most: 1_000, folders: 1 },
          { most: 1_000, folders: 1 },
          { most: 1_000, folders: 1 },
        ]) {
          if ('batch' in step) {
            // By as many importers at once.
            await Promise.all(
              Array.from({ length: step.copies }, () =>
                importScans(batches[step.batch] ?? [], codes, `batch ${step.batch}`),
              ),
            )
            if (imported.has(step.batch)) rare.reach('imported again')
            if (step.copies > 1) rare.reach('by two at once')
            if (batches[step.batch]?.some(({ at }) => at < closedUntil)) rare.reach('late scans')
            imported.add(step.batch)
          } else if ('most' in step) {
            await Promise.all(Array.from({ length: step.folders }, () => foldSome(database, step.most)))
            if (step.folders > 1) rare.reach('two folders')
          } else {
            const until = new Date(BEGIN + step.closedAfter * MINUTE_MS)
            closedUntil = Math.max(closedUntil, until.getTime())
            while (await closeNext(database, until, { codes: 2, owners: 2 }, 60_000));
          }
          const { logged, rolled, counted, log, inbox } = await figures(codes)
          if ('most' in step && log > 0 && inbox > 0) rare.reach('a part left')
          expect(log + inbox).toBe([...imported].flatMap((batch) => batches[batch]).length)
          expect(rolled).toEqual(logged)
          expect(counted).toEqual(logged.map(({ name, scans }) => ({ name, scans })))
        }
        const people = [...imported].flatMap((batch) => batches[batch] ?? []).filter(isPerson)
        const visitors = new Set(people.map((scan) => `${scan.code} ${dayOf(scan)} ${scan.visitor}`))
        const { logged, inbox } = await figures(codes)
        expect(inbox).toBe(0)
        const ofCodes = logged.filter(({ name }) => name !== 'somebody')
        expect(ofCodes.reduce((sum, { scans }) => sum + scans, 0)).toBe(people.length)
        expect(ofCodes.reduce((sum, { uniques }) => sum + uniques, 0)).toBe(visitors.size)
        expect(await database.transaction((tx) => findCounterFaults(tx, true))).toEqual([])
      },
    ),
    { numRuns: runs(10) },
  )
  rare.expectAll()
})

test('neither the order of folds nor their sizes change a count', () =>
  fc.assert(
    fc.asyncProperty(
      fc
        .array(aRecord, { minLength: 2, maxLength: 25 })
        .chain((scans) =>
          fc.tuple(
            fc.constant(scans),
            fc.shuffledSubarray(scans, { minLength: scans.length, maxLength: scans.length }),
          ),
        ),
      fc.integer({ min: 1, max: 4 }),
      async ([scans, shuffled], most) => {
        const results: unknown[] = []
        for (const [order, size] of [
          [scans, 1_000],
          [scans, 1],
          [shuffled, most],
        ] as const) {
          await empty()
          const codes = await givenCodes()
          await importScans(order, codes)
          while ((await foldSome(storage.database(), size)).taken);
          const { logged, rolled, counted } = await figures(codes)
          results.push({ logged, rolled, counted })
        }
        expect(results[1]).toEqual(results[0])
        expect(results[2]).toEqual(results[0])
      },
    ),
    { numRuns: runs(6) },
  ))

test('a repeat is within five seconds of another by the same device, in one fold or in two', async () => {
  const codes = await givenCodes()
  const seconds = [0, 5, 11, 15, 21, 100]
  const scans = seconds.map((second) => ({
    code: 0,
    at: BEGIN + second * 1000,
    visitor: 'a',
    userAgent: undefined,
  }))
  const repeats = async () =>
    (
      await query<{ second: number }>(
        db(),
        sql`select extract(epoch from at - ${new Date(BEGIN)}::timestamptz)::int as second from scan_rows where is_repeat order by at`,
      )
    ).map(({ second }) => second)
  await importScans(scans, codes)
  await countImported(storage.database())
  expect(await repeats()).toEqual([5, 15])
  await empty()
  for (const scan of [...scans, { ...scans[0], code: 1 } as Scan]) {
    await importScans([scan], codes)
    await countImported(storage.database())
  }
  expect(await repeats()).toEqual([5, 15])
  await empty()
  // Of two journals the earlier scan may come last.
  for (const scan of scans.toReversed()) {
    await importScans([scan], codes)
    await countImported(storage.database())
  }
  expect(await repeats()).toEqual([0, 11])
})

test('of an account that is being deleted nothing comes out of the inbox, whenever it came in', async () => {
  const codes = await givenCodes()
  const scans = (count: number): Scan[] =>
    Array.from({ length: count }, (_, n) => ({
      code: n % 3,
      at: BEGIN + n,
      visitor: 'a',
      userAgent: undefined,
    }))
  await importScans(scans(3), codes)
  await countImported(storage.database())
  await importScans(scans(30), codes)
  await Promise.all([sealOwner(storage.database(), 'somebody'), importScans(scans(30), codes)])
  await importScans(scans(30), codes)
  await countImported(storage.database())
  const { logged, rolled, counted, log, inbox } = await figures(codes)
  // What was counted before is left to the erasing.
  expect(logged).toEqual([
    { name: '1', scans: 1, uniques: 1 },
    { name: '2', scans: 1, uniques: 1 },
    { name: '3', scans: 31, uniques: 1 },
    { name: 'somebody', scans: 2, uniques: 2 },
  ])
  expect(rolled).toEqual(logged)
  expect(counted).toEqual(logged.map(({ name, scans: all }) => ({ name, scans: all })))
  expect({ log, inbox }).toEqual({ log: 33, inbox: 0 })
})

test('scans of a code that the database does not know hold up nobody', async () => {
  const codes = await givenCodes()
  const scans = Array.from(
    { length: 6 },
    (_, n): Scan => ({
      code: n % 3,
      at: BEGIN + n,
      visitor: 'a',
      userAgent: undefined,
    }),
  )
  await importScans(scans, codes)
  // A process outlived a failover to a server that had not heard of the code yet.
  await db().execute(sql`delete from scan_code_numbers where code_id = ${codes[0]}`)
  await countImported(storage.database())
  const { logged, rolled, counted, log, inbox } = await figures(codes)
  expect(logged).toEqual([
    { name: '2', scans: 2, uniques: 1 },
    { name: '3', scans: 2, uniques: 1 },
    { name: 'somebody', scans: 2, uniques: 1 },
  ])
  expect(rolled).toEqual(logged)
  expect(counted).toEqual(logged.map(({ name, scans: all }) => ({ name, scans: all })))
  expect({ log, inbox }).toEqual({ log: 4, inbox: 0 })
})
