import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { givenCode, scanCountOf } from '../../../testing/code'
import { testDatabase } from '../../../testing/database'
import { aScan, givenScans } from '../../../testing/scan'
import { scans } from '../table'
import { maintainMonthPartitions } from './month-partitions'

const storage = testDatabase()

const partitions = async () =>
  (
    await query<{ name: string }>(
      storage.database().db,
      sql`select inhrelid::regclass::text as name from pg_inherits
          where inhparent in ('scans'::regclass, 'scan_visitors'::regclass) order by 1`,
    )
  ).map(({ name }) => name)

test('the next month is there before it begins, and ten who make it at once make one', async () => {
  const database = storage.database()
  const turnOfYear = new Date('2031-12-31T23:59:59Z')
  await Promise.all(Array.from({ length: 10 }, () => maintainMonthPartitions(database, turnOfYear, null)))
  expect(await partitions()).toEqual(
    expect.arrayContaining([
      'scan_visitors_2031_12',
      'scan_visitors_2032_01',
      'scans_2031_12',
      'scans_2032_01',
    ]),
  )
})

test('a scan of any month finds its place', async () => {
  const database = storage.database()
  const codeId = randomUUID()
  await givenScans(
    database,
    ['2019-02-28T23:59:59.999Z', '2019-03-01T00:00:00Z'].map((at) => aScan(codeId, { at: Date.parse(at) })),
  )
  expect(await partitions()).toEqual(expect.arrayContaining(['scans_2019_02', 'scans_2019_03']))
  expect(await database.db.$count(scans)).toBe(2)
})

test('months that are no longer kept leave the log, and the counts stay', async () => {
  const database = storage.database()
  const { codeId } = await givenCode(database)
  for (const at of ['2030-01-31T12:00:00Z', '2030-02-01T12:00:00Z', '2030-05-15T12:00:00Z']) {
    await givenScans(database, [aScan(codeId, { at: Date.parse(at) })])
  }
  await maintainMonthPartitions(database, new Date('2030-05-20T00:00:00Z'), 90)
  expect(await database.db.$count(scans)).toBe(2)
  expect(await scanCountOf(database, codeId)).toBe(3)
  const names = await partitions()
  expect(names).not.toContain('scans_2030_01')
  expect(names).not.toContain('scan_visitors_2030_02')
  expect(names).toContain('scan_visitors_2030_05')

  // Months that were dropped from the log are not computed again as zero.
  await database.db.execute(sql`select scan_recompute_month('2030-01-01')`)
  await database.db.execute(sql`select scan_recompute_counters()`)
  expect(await scanCountOf(database, codeId)).toBe(3)
})
