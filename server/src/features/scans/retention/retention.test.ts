import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { createLog } from '../../../platform/logging'
import { givenCode, scanCountOf } from '../../../testing/code'
import { testDatabase } from '../../../testing/database'
import { aScan, givenScans } from '../../../testing/scan'
import { closeScans } from '../closing/closing'
import { retentionJobs } from '../index'
import { forgetTexts, LogDictionaries } from '../log/log-dictionaries'
import { ensureComingDays } from '../log/log-repository'
import { ROW_NAMING } from '../log/testing'
import { ensureComingMonths, ensureMonths } from '../repository'
import { scanAgents, scanRows } from '../table'

const storage = testDatabase()

const partitions = async () =>
  (
    await query<{ name: string }>(
      storage.database().db,
      sql`select inhrelid::regclass::text as name from pg_inherits
          where inhparent in ('scan_log'::regclass, 'scan_breakdowns'::regclass) order by 1`,
    )
  ).map(({ name }) => name)

/** One run of the job; returns what it logged. */
async function runJob(): Promise<Record<string, unknown>[]> {
  const lines: string[] = []
  const log = createLog('info', undefined, { write: (line) => lines.push(line) })
  const dependencies = { database: storage.database(), log, keepDays: 90, archive: null }
  for (const { run } of retentionJobs(dependencies)) await run()
  return lines.map((line) => JSON.parse(line))
}

/** A code with a scan in each of the months. */
async function scannedIn(...months: string[]): Promise<string> {
  const database = storage.database()
  const { codeId } = await givenCode(database)
  for (const month of months)
    await givenScans(database, [aScan(codeId, { at: Date.parse(`${month}-15T12:00:00Z`) })])
  return codeId
}

test('coming months and days are there before they begin, and ten who make one at once make one', async () => {
  const { db, transaction } = storage.database()
  const days = ['2031-12-31', '2032-01-01']
  await Promise.all(Array.from({ length: 10 }, () => transaction((tx) => ensureMonths(tx, days))))
  expect(await partitions()).toEqual(
    expect.arrayContaining(['scan_breakdowns_2031_12', 'scan_breakdowns_2032_01']),
  )
  const [next] = await query<{ name: string; day: string }>(
    db,
    sql`select to_char(now() at time zone 'UTC' + interval '1 month', '"scan_breakdowns_"YYYY_MM') as name,
      to_char(now() at time zone 'UTC' + interval '1 day', '"scan_log_"YYYY_MM_DD') as day`,
  )
  await transaction(ensureComingMonths)
  await Promise.all(Array.from({ length: 10 }, () => transaction(ensureComingDays)))
  expect(await partitions()).toEqual(expect.arrayContaining([next?.name, next?.day]))
})

test('a scan of any day finds its place', async () => {
  const database = storage.database()
  const codeId = randomUUID()
  await givenScans(
    database,
    ['2019-02-28T23:59:59.999Z', '2019-03-01T00:00:00Z'].map((at) => aScan(codeId, { at: Date.parse(at) })),
  )
  expect(await partitions()).toEqual(expect.arrayContaining(['scan_log_2019_02_28', 'scan_log_2019_03_01']))
  expect(await database.db.$count(scanRows)).toBe(2)
})

test('expired months leave the log, a line for each, and the counts stay', async () => {
  const database = storage.database()
  const codeId = await scannedIn('2018-03', '2018-04', '2031-05')
  const dropped = (await runJob()).map(({ partition }) => partition)
  expect(dropped).toEqual(expect.arrayContaining(['scan_log_2018_03_15', 'scan_log_2018_04_15']))
  expect((await partitions()).filter((name) => dropped.includes(name))).toEqual([])
  expect(await partitions()).toEqual(expect.arrayContaining(['scan_log_2031_05_15']))
  expect(await database.db.$count(scanRows)).toBe(1)
  expect(await runJob()).toEqual([])

  // Months that were dropped from the log are not computed again as zero.
  await database.db.execute(sql`select scan_recompute_month('2018-03-01')`)
  await database.db.execute(sql`select scan_recompute_counters()`)
  expect(await scanCountOf(database, codeId)).toBe(3)
})

test('texts that only dropped days had are forgotten, so that there is room for others', async () => {
  const database = storage.database()
  const { db } = database
  const { codeId } = await givenCode(database)
  const at = Date.parse('2018-03-15T12:00:00Z')
  await givenScans(database, [
    ...['Made-up/1', 'Made-up/2'].map((userAgent) =>
      aScan(codeId, { at, userAgent, referrer: 'https://a.example/' }),
    ),
    aScan(codeId, { at: Date.parse('2031-05-15T12:00:00Z'), userAgent: 'Kept/1', acceptLanguage: 'vi' }),
  ])
  for (const table of ['scan_agents', 'scan_referrers', 'scan_languages'])
    await db.execute(
      sql`update ${sql.identifier(table)} as entry set used_on = '2018-03-16' where not exists (
        select from scan_log where at > '2019-01-01' and entry.id = ${sql.identifier(table.slice(5, -1))})`,
    )
  const isNamed = async (userAgent: string) => {
    const text = { codeId, userAgent, browser: 'Chrome' }
    await new LogDictionaries(ROW_NAMING, { agents: 3, referrers: 3, languages: 3 }).numbersOf(database, [
      { ...text, referrer: '', language: 'vi', country: 'VN' },
    ])
    return (await db.$count(scanAgents, sql`user_agent = ${userAgent}`)) === 1
  }
  expect(await isNamed('New/1')).toBe(false)
  // What a kept day has stays, however long nobody has used it.
  await forgetTexts(database)
  expect(await isNamed('New/2')).toBe(false)
  await runJob()
  expect(await isNamed('New/3')).toBe(true)
  expect(
    await query(db, sql`select user_agent as agent from scan_agents where user_agent <> '' order by id`),
  ).toEqual([{ agent: 'Kept/1' }, { agent: 'New/3' }])
  expect(await query(db, sql`select value from scan_referrers`)).toEqual([{ value: '' }])
  expect(await query(db, sql`select user_agent as agent, language from scan_rows`)).toEqual([
    { agent: 'Kept/1', language: 'vi' },
  ])
})

test('a day that is not closed is not dropped, and says so; what comes late for a dropped one is added', async () => {
  const database = storage.database()
  const { db } = database
  await db.execute(sql`insert into scan_closing (parts_until, hours_until, days_until)
    values ('2018-01-01', '2018-01-01', '2018-01-01')`)
  const codeId = await scannedIn('2018-03', '2031-05')
  expect(await runJob()).toMatchObject([
    { partition: 'scan_log_2018_03_15', msg: expect.stringContaining('kept until its days are closed') },
  ])
  await closeScans(database)
  expect((await runJob()).map(({ partition }) => partition)).toEqual(['scan_log_2018_03_15'])
  await givenScans(database, [aScan(codeId, { at: Date.parse('2018-03-15T20:00:00Z'), visitor: 'late' })])
  const made = await query(
    db,
    sql`select scans, uniques from (select unnest(keys) as key, unnest(scans) as scans, unnest(uniques) as uniques
        from scan_breakdowns where subject = ${codeId} and minutes = 1440) as each where key = 'country:VN'`,
  )
  expect(made).toEqual([{ scans: 2, uniques: 2 }])
})

test('a month that has lost days is computed again from the first day that is whole', async () => {
  const database = storage.database()
  const codeId = await scannedIn('2031-05')
  const added = Date.parse('2031-05-16T00:00:00Z')
  await givenScans(database, [aScan(codeId, { at: added, visitor: 'b' })])
  await database.db.execute(sql`drop table scan_log_2031_05_15`)
  await database.db.execute(sql`insert into scan_retention (whole_from) values ('2031-05-16')`)
  await database.db.execute(
    sql`update scan_quarters set scans = scans + 7 where at >= '2031-05-16' and subject = ${codeId}`,
  )
  await database.db.execute(sql`select scan_recompute_month('2031-05-01')`)
  await database.db.execute(sql`select scan_recompute_counters()`)
  expect(await scanCountOf(database, codeId)).toBe(2)
})

test('the newest day that has scans stays, however old it is', async () => {
  await scannedIn('2018-03', '2018-04')
  await runJob()
  expect(await partitions()).toContain('scan_log_2018_04_15')
  expect(await partitions()).not.toContain('scan_log_2018_03_15')
})
