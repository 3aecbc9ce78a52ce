import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { openFiles } from '../../../platform/files/file-store'
import { createLog } from '../../../platform/logging'
import { testApp } from '../../../testing/app'
import { givenCode } from '../../../testing/code'
import { aScan, givenScans } from '../../../testing/scan'
import { closeScans } from '../closing/closing'
import { logMoveJobs, recountMonth } from '../index'
import { scanFacets } from '../table'

const product = testApp()
const db = () => product.database().db

async function moveAll(): Promise<void> {
  for (const { run } of logMoveJobs({ database: product.database() })) await run()
}

/** As the version before writes them, also while it still runs. */
const givenFacets = (subject: string, grain: 'day' | 'quarter', at: string, facets: object) =>
  db().execute(sql`
    insert into scan_facets as kept values (${subject}, ${grain}, ${at}, ${JSON.stringify(facets)}::jsonb)
    on conflict (subject, grain, at) do update set facets = scan_add_facets(kept.facets, excluded.facets)`)

const madeOf = (subject: string) =>
  query<{ minutes: number; keys: string[]; scans: number[]; uniques: number[] }>(
    db(),
    sql`select minutes, keys, scans, uniques from scan_breakdowns where subject = ${subject} order by minutes, at`,
  )

test('of a month whose log was dropped only the table of breakdowns is made', async () => {
  const { codeId } = await givenCode(product.database())
  await givenFacets(codeId, 'day', '2018-03-15T00:00:00Z', { 'country:VN': [2, 1], 'browser:': [2, 1] })
  await givenFacets(codeId, 'quarter', '2018-03-15T08:15:00Z', { 'country:VN': [2, 1] })
  await givenFacets(codeId, 'quarter', '2018-03-15T08:30:00Z', {})
  await moveAll()
  expect(await db().$count(scanFacets)).toBe(0)
  expect(await madeOf(codeId)).toEqual([
    { minutes: 15, keys: ['country:VN'], scans: [2], uniques: [1] },
    { minutes: 1440, keys: ['browser:', 'country:VN'], scans: [2, 2], uniques: [1, 1] },
  ])
  const made = await query(
    db(),
    sql`select relname as name from pg_class where relname like '%2018_03' and relkind = 'r'`,
  )
  expect(made).toEqual([{ name: 'scan_breakdowns_2018_03' }])
})

test('a day of both forms has the sums, each value of both by its name, and what comes still is added', async () => {
  const { codeId } = await givenCode(product.database())
  const at = Date.parse('2026-11-03T08:00:00Z')
  const sites = Array.from({ length: 150 }, (_, n) => `new${n}.example`)
  await givenScans(product.database(), [aScan(codeId, { at: Date.parse('2026-11-20T00:00:00Z') })])
  await givenScans(
    product.database(),
    sites.map((site) => aScan(codeId, { at, referrer: `https://${site}/` })),
  )
  const earlier = Object.fromEntries(sites.map((site) => [`referrer:old-${site}`, [1, 0]]))
  await givenFacets(codeId, 'day', '2026-11-03T00:00:00Z', { ...earlier, 'referrer:new0.example': [5, 5] })
  await moveAll()
  await givenFacets(codeId, 'day', '2026-11-03T00:00:00Z', { 'country:VN': [1, 1], 'country:JP': [7, 0] })
  await moveAll()
  const [made] = (await madeOf(codeId)).filter(({ keys }) => keys.includes('country:JP'))
  const countOf = (key: string) => made?.scans[made.keys.indexOf(key)]
  expect(made?.keys.filter((key) => key.startsWith('referrer:'))).toHaveLength(300)
  expect(made?.keys).toEqual(made?.keys.toSorted())
  expect(['country:VN', 'country:JP', 'referrer:new0.example'].map(countOf)).toEqual([151, 7, 6])
})

test('breakdowns of an open day stay until it is closed', async () => {
  const { codeId } = await givenCode(product.database())
  await db().execute(sql`insert into scan_closing (barrier, parts_until, hours_until, days_until)
    values ('2026-11-03', '2026-11-03', '2026-11-03', '2026-11-03')`)
  await givenScans(product.database(), [aScan(codeId, { at: Date.parse('2026-11-03T08:00:00Z') })])
  await givenFacets(codeId, 'day', '2026-11-03T00:00:00Z', { 'country:VN': [2, 1] })
  await moveAll()
  expect(await db().$count(scanFacets)).toBe(1)
  await closeScans(product.database())
  await moveAll()
  const [made] = (await madeOf(codeId)).filter(({ minutes }) => minutes === 1440)
  expect(made?.scans[made.keys.indexOf('country:VN')]).toBe(3)
})

test('counting again finds nothing else, moved or not', async () => {
  const { codeId } = await givenCode(product.database(), { userId: (await product.signedIn()).id })
  await givenScans(product.database(), [aScan(codeId, { at: Date.parse('2026-11-03T08:00:00Z') })])
  await db().execute(sql`update scan_log set flags = flags | 8`)
  await db().execute(sql`delete from scan_breakdowns`)
  await db().execute(sql`select scan_recompute_month('2026-11-01')`)
  expect(await db().$count(scanFacets)).toBe(4)
  const dependencies = {
    ...{ database: product.database(), log: createLog('silent') },
    files: await openFiles(product.config()),
  }
  const differences = async () =>
    (await recountMonth(dependencies, '2026-11', { isDryRun: true })).differences
  const none = { some: [], total: 0 }
  expect(await differences()).toEqual(none)
  await moveAll()
  expect(await db().$count(scanFacets)).toBe(0)
  expect(await differences()).toEqual(none)
  await recountMonth(dependencies, '2026-11')
  await moveAll()
  expect(await differences()).toEqual(none)
  await db().execute(sql`update scan_breakdowns set scans[1] = scans[1] + 1`)
  expect(await differences()).toMatchObject({ total: 2 })
})
