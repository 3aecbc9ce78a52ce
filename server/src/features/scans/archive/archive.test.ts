import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { type FileStore, openFiles } from '../../../platform/files/file-store'
import { createLog } from '../../../platform/logging'
import { testApp } from '../../../testing/app'
import { leavingOf } from '../../leaving/testing'
import { aDynamicCode, codesOf } from '../../user-codes/testing'
import { exportScans, recountCounters, recountMonth } from '../index'
import { archiveOf, CSV } from './testing'

const product = testApp()
const { leaveForGood } = leavingOf(product)
const { mai, codes, archives, csvOf, db, keysOf, run, scansAt, storedKeys } = archiveOf(product)

/** The files of an account export that have single scans. */
async function exported(): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for await (const entry of exportScans({
    database: product.database(),
    files: await openFiles(product.config()),
    language: 'en',
  })(mai().id)) {
    const pieces = 'bytes' in entry ? [entry.bytes] : await Readable.from(entry.read()).toArray()
    files[entry.path] = pieces.join('').split('\r\n').sort().join('\n')
  }
  return files
}

test('each closed day has a file, and what is read after its day was dropped is the same', async () => {
  const before = await csvOf(mai())
  const oneBefore = await csvOf(mai(), CSV.replace('scans.csv', `user-codes/${codes()[0]}/scans.csv`))
  expect(before).toHaveLength(10)
  const exportBefore = await exported()
  expect(Object.keys(exportBefore)).toEqual(
    expect.arrayContaining(['scans/2018-03.csv', 'scans/2018-04.csv']),
  )
  await run('scan-archive')
  expect(await archives()).toMatchObject([
    { day: '2018-03-14', part: 1, rows: '4', isDropped: false },
    { day: '2018-03-15', part: 1, rows: '4', isDropped: false },
    { day: '2018-04-15', part: 1, rows: '2', isDropped: false },
  ])
  expect(await csvOf(mai())).toEqual(before)
  expect((await run('scan-retention')).map(({ partition, msg }) => [partition, msg])).toEqual(
    expect.arrayContaining([
      ['scan_log_2018_03_14', 'an expired part of the scan log was dropped'],
      ['scan_log_2018_03_15', 'an expired part of the scan log was dropped'],
      ['scan_log_2018_04_15', 'an expired part of the scan log was dropped'],
    ]),
  )
  expect(await query(db(), sql`select count(*)::int as n from scan_rows`)).toEqual([{ n: 2 }])
  expect(await csvOf(mai())).toEqual(before)
  expect(await csvOf(mai(), CSV.replace('scans.csv', `user-codes/${codes()[0]}/scans.csv`))).toEqual(
    oneBefore,
  )
  expect(await exported()).toEqual(exportBefore)
  // Part of a day, by the zone of who asks.
  const inHanoi = await csvOf(
    mai(),
    CSV.replace('zone=UTC&from=2018-03-01', 'zone=Asia%2FHo_Chi_Minh&from=2018-03-15'),
  )
  expect(inHanoi).toHaveLength(8)
  const stranger = await product.signedIn()
  expect(await csvOf(stranger)).toEqual([])
})

test('scans that come late get a further file, before and after the day is dropped', async () => {
  await run('scan-archive')
  const first = await keysOf()
  await scansAt(codes()[0] ?? '', '2018-03-15T12:00:00Z', '2018-03-15T13:00:00Z')
  const before = await csvOf(mai())
  expect(
    (await run('scan-retention')).map(({ partition, day, msg }) => [partition, day, msg]),
  ).toContainEqual([
    'scan_log_2018_03_15',
    '2018-03-15',
    'an expired part of the scan log stays: a day of it is not archived',
  ])
  await db().execute(sql`update scan_archives set compared_at = now() - interval '2 days'`)
  await run('scan-archive')
  expect((await archives()).map(({ day, part, rows }) => [day, part, rows])).toEqual([
    ['2018-03-14', 1, '4'],
    ['2018-03-15', 1, '4'],
    ['2018-03-15', 2, '2'],
    ['2018-04-15', 1, '2'],
  ])
  expect(await keysOf()).toEqual(expect.arrayContaining(first))
  await run('scan-retention')
  expect(await csvOf(mai())).toEqual(before)

  await scansAt(codes()[1] ?? '', '2018-03-15T14:00:00Z', '2018-03-16T14:00:00Z')
  const later = await csvOf(mai())
  expect(later).toHaveLength(14)
  await run('scan-archive')
  expect(
    (await archives()).map(({ day, part, rows, isDropped }) => [day, part, rows, isDropped]),
  ).toContainEqual(['2018-03-15', 3, '1', true])
  expect(await csvOf(mai())).toEqual(later)
  expect(await run('scan-archive')).toEqual([])
  const ofCode = await product
    .as(mai())
    .inject({ url: CSV.replace('scans.csv', `user-codes/${codes()[0]}/scans.csv`) })
  const times = [...ofCode.body.matchAll(/^"(2018[^"]+)"/gm)].map(([, time]) => time)
  expect(times).toEqual(times.toSorted())
})

test('a deleted account is in no archive, and others are as they were', async () => {
  const other = await product.signedIn()
  const { _id: kept } = await codesOf(product, other).save(aDynamicCode({}))
  await scansAt(kept, '2018-03-14T08:00:00Z', '2018-03-14T09:00:00Z')
  await run('scan-archive')
  await run('scan-retention')
  const before = await csvOf(other)
  expect(before).toHaveLength(2)
  await leaveForGood(mai())
  expect(await csvOf(other)).toEqual(before)
  // March 15 and April 15 had nobody else's scans.
  expect((await archives()).map(({ day, rows }) => [day, rows])).toEqual([['2018-03-14', '2']])
  expect(storedKeys()).toEqual(await keysOf())
})

test('an account that is deleted while its day is archived is in no archive', async () => {
  const files = await openFiles(product.config())
  let isLeaving = true
  const slow = {
    ...files,
    async writeStream(key: string, bytes: AsyncIterable<Uint8Array>) {
      await files.writeStream(key, bytes)
      if (isLeaving) await leaveForGood(mai())
      isLeaving = false
    },
  }
  await expect(run('scan-archive', { files: slow })).rejects.toThrow('changed while it was archived')
  expect(await archives()).toEqual([])
  expect(storedKeys()).toEqual([])
})

test('after a restore without the log, archived days are read from their files', async () => {
  const before = await csvOf(mai())
  await run('scan-archive')
  await db().execute(sql`delete from scan_log`)
  await db().execute(sql`insert into restores_without_log default values`)
  expect(await csvOf(mai())).toEqual(before)
})

interface Figure extends Record<string, unknown> {
  of: string
  subject: string
  at: string
  sums: string
}

const figures = () =>
  query<Figure>(
    db(),
    sql`select 'quarter' as of, subject::text, at::text, scans::text || ' ' || uniques as sums from scan_quarter_rows
        union all select minutes::text, subject::text, at::text, (keys, scans, uniques)::text from scan_breakdowns
        union all select 'counter', code_id::text, '', scans::text from scan_counters
        union all select 'counter', subject::text, '', scans::text from scan_owners order by 1, 2, 3, 4`,
  )

async function spoilFigures(): Promise<void> {
  await db().execute(sql`update scan_quarters set scans = 1`)
  await db().execute(sql`delete from scan_breakdowns where at < '2018-04-01'`)
  await db().execute(sql`update scan_counters set scans = 99`)
  await db().execute(sql`update scan_owners set scans = 99`)
}

const recounting = async (files?: FileStore) => ({
  database: product.database(),
  files: files ?? (await openFiles(product.config())),
  log: createLog('silent'),
})

const MONTHS = ['2018-03', '2018-04', '2031-05']

test('a month is counted again from its archive, also with scans that came late, and never from less than is kept', async () => {
  await run('scan-archive')
  await run('scan-retention')
  await scansAt(codes()[0] ?? '', '2018-03-15T12:00:00Z')
  const before = await figures()
  await spoilFigures()
  for (const month of MONTHS) await recountMonth(await recounting(), month)
  expect(await figures()).toEqual(before)
  expect(await query(db(), sql`select count(*)::int as n from scan_rows where at < '2019-01-01'`)).toEqual([
    { n: 0 },
  ])

  await db().execute(sql`delete from scan_archives where day < '2018-03-15' or day > '2018-04-01'`)
  await expect(recountMonth(await recounting(), '2018-03')).rejects.toThrow(
    /^the charts of 2018-03 count \d+ scans and \d+ are kept: nothing was changed$/,
  )
  await expect(recountMonth(await recounting(), '2018-04')).rejects.toThrow(
    /^the charts of 2018-04 count 2 scans, and neither the scan log nor the archive has any: nothing was changed. Restore a backup/,
  )
  expect(await figures()).toEqual(before)
  await recountMonth(await recounting(), '2018-04', { mayLose: true })
  expect(await figures()).not.toEqual(before)
  expect(
    await query(
      db(),
      sql`select count(*)::int as n from scan_quarter_rows where at > '2018-04-01' and at < '2018-05-01'`,
    ),
  ).toEqual([{ n: 0 }])
})

test('one account is counted again, from the log and from the archive; all others stay as they are', async () => {
  const other = await product.signedIn()
  const { _id: theirs } = await codesOf(product, other).save(aDynamicCode({}))
  await scansAt(theirs, '2018-03-14T08:00:00Z', '2018-04-15T12:00:00Z', '2031-05-15T12:00:00Z')
  await run('scan-archive')
  await run('scan-retention')
  const before = await figures()
  await spoilFigures()
  const spoilt = await figures()
  const [owner] = await query<{ subject: string }>(
    db(),
    sql`select subject::text from scan_owners where user_id = ${mai().id}`,
  )
  const isTheirs = ({ subject }: Figure) => subject === owner?.subject || codes().includes(subject)
  const account = mai().id

  const march = await recountMonth(await recounting(), '2018-03', { account, isDryRun: true })
  expect(march.differences?.some).toContainEqual({
    ...{ name: account, isAccount: true, hasOtherChart: true, hasOtherBreakdowns: true },
    scans: { before: 1, after: 2 },
    uniques: { before: 2, after: 2 },
    // April has one scan more than is its own.
    counter: { before: 99, after: 3 },
  })
  expect(march.differences?.total).toBe(3)
  expect(await figures()).toEqual(spoilt)

  for (const month of MONTHS) await recountMonth(await recounting(), month, { account })
  const after = await figures()
  expect(after.filter(isTheirs)).toEqual(before.filter(isTheirs))
  expect(after.filter((figure) => !isTheirs(figure))).toEqual(spoilt.filter((figure) => !isTheirs(figure)))
  for (const month of MONTHS)
    expect(await recountMonth(await recounting(), month, { account, isDryRun: true })).toMatchObject({
      differences: { some: [], total: 0 },
    })
  // Those of everybody: the other account and its code.
  expect(await recountCounters(product.database(), { isDryRun: true })).toMatchObject({ total: 2 })
  expect(await query(db(), sql`select count(*)::int as n from scan_rows where at < '2019-01-01'`)).toEqual([
    { n: 0 },
  ])

  await db().execute(sql`update scan_owners set sealed_at = now() where user_id = ${account}`)
  await expect(recountMonth(await recounting(), '2018-03', { account })).rejects.toThrow('is being deleted')
  // What is being erased does not come back from the archive.
  await db().execute(sql`delete from scan_breakdowns where subject = any(${sql.param(codes())}::uuid[])`)
  await recountMonth(await recounting(), '2018-03', { mayLose: true })
  expect(
    (await figures()).filter(({ of, subject }) => of === 'quarter' && codes().includes(subject)),
  ).toEqual([])
})

test('a scan that comes while its account is counted again counts once', async () => {
  await run('scan-archive')
  await run('scan-retention')
  const counted = async () =>
    (await query(db(), sql`select sum(scans)::int as n from scan_counters`))[0]?.['n']
  const before = await counted()
  await spoilFigures()
  const files = await openFiles(product.config())
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const coming = begun.then(() => scansAt(codes()[0] ?? '', '2018-03-15T20:00:00Z'))
  const meanwhile: FileStore = {
    ...files,
    readStream(...asked) {
      begin()
      return files.readStream(...asked)
    },
  }
  const account = mai().id
  for (const month of MONTHS) await recountMonth(await recounting(meanwhile), month, { account })
  await coming
  const { differences } = await recountMonth(await recounting(), '2018-03', { account, isDryRun: true })
  expect(differences).toEqual({ some: [], total: 0 })
  expect(await counted()).toBe(Number(before) + 1)
  await run('scan-archive')
  await recountMonth(await recounting(), '2018-03', { account })
  expect(await counted()).toBe(Number(before) + 1)
})
