import { readdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { type Database, query } from '../../../platform/db/database'
import { type FileStore, openFiles } from '../../../platform/files/file-store'
import { createLog } from '../../../platform/logging'
import { type Person, testApp } from '../../../testing/app'
import { aScan, givenScans } from '../../../testing/scan'
import { leavingOf } from '../../leaving/testing'
import { aDynamicCode, codesOf } from '../../user-codes/testing'
import { archiveJob, exportScans, findArchiveFaults, recountMonth, retentionJobs } from '../index'

const product = testApp()
const { leaveForGood } = leavingOf(product)
const FOLDER = 'scan-archive'
const CSV = '/gateway/api/qrcode/scans.csv?dialect=rfc4180&zone=UTC&from=2018-03-01&to=2018-05-01'

let mai: Person
let codes: string[]

const db = () => product.database().db
const pathOf = (key: string) => join(product.config().dataDir, 'files', key)
const archives = () =>
  query<{ key: string; day: string; part: number; rows: string; isDropped: boolean }>(
    db(),
    sql`select key, day::text, part, rows::text, is_dropped as "isDropped" from scan_archives order by day, part`,
  )
const storedKeys = () =>
  readdirSync(pathOf(FOLDER), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(pathOf('').length + 1))
    .sort()
const keysOf = async () => (await archives()).map(({ key }) => key).sort()

async function csvOf(person: Person, url = CSV): Promise<string[]> {
  const reply = await product.as(person).inject({ url })
  expect(reply.statusCode).toBe(200)
  return reply.body.trimEnd().split('\r\n').slice(1).sort()
}

interface Stores {
  files: FileStore
  database: Database
}

/** Runs a job; returns what it logged. */
async function run(
  name: 'scan-archive' | 'scan-retention',
  stores: Partial<Stores> = {},
): Promise<Record<string, unknown>[]> {
  const lines: string[] = []
  const log = createLog('info', undefined, { write: (line) => lines.push(line) })
  const archive = stores.files ?? (await openFiles(product.config()))
  const dependencies = {
    database: stores.database ?? product.database(),
    clock: product.clock,
    log,
    keepDays: 90,
  }
  const jobs = [
    archiveJob({ ...dependencies, files: archive }),
    ...retentionJobs({ ...dependencies, archive }),
  ]
  await jobs.find((job) => job.name === name)?.run()
  return lines.map((line) => JSON.parse(line))
}

async function retentionRunsSteadily(): Promise<void> {
  await db().execute(sql`insert into scan_retention (seen_at, steady_since) values (now(), now() - interval '2 years')
    on conflict (is_only) do update set seen_at = excluded.seen_at, steady_since = excluded.steady_since`)
}

const scansAt = (codeId: string, ...times: string[]) =>
  givenScans(
    product.database(),
    times.map((time, index) =>
      aScan(codeId, {
        at: Date.parse(time),
        visitor: `${codeId}${time}`,
        ...HOSTILE[index % HOSTILE.length],
      }),
    ),
  )

/** What visitors can make up. */
const HOSTILE = [
  {
    referrer: 'https://tìm.example/a"b;c',
    acceptLanguage: 'vi-VN',
    userAgent: 'Điện thoại \u{1F4F1} "x",\n=1+1',
  },
  { country: '', userAgent: '' },
  { userAgent: `Mozilla/5.0 (${'x'.repeat(600)})` },
  { method: 'HEAD' },
]

/** Two codes with scans on two days of March 2018 and one of April, and a later one, so that both months may be dropped. */
beforeEach(async () => {
  rmSync(pathOf(FOLDER), { recursive: true, force: true })
  mai = await product.signedIn()
  codes = []
  for (let n = 0; n < 2; n++) codes.push((await codesOf(product, mai).save(aDynamicCode({})))._id)
  for (const code of codes) {
    await scansAt(
      code,
      '2018-03-14T00:00:00Z',
      '2018-03-14T23:59:59.999Z',
      '2018-03-15T12:00:00Z',
      '2018-03-15T12:00:00Z',
    )
    await scansAt(code, '2018-04-15T12:00:00Z', '2031-05-15T12:00:00Z')
  }
  await retentionRunsSteadily()
})

/** The files of an account export that have single scans. */
async function exported(): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for await (const entry of exportScans({
    database: product.database(),
    files: await openFiles(product.config()),
  })(mai.id)) {
    const pieces = 'bytes' in entry ? [entry.bytes] : await Readable.from(entry.read()).toArray()
    files[entry.path] = pieces.join('').split('\r\n').sort().join('\n')
  }
  return files
}

test('each closed day has a file, and what is read after its month was dropped is the same', async () => {
  const before = await csvOf(mai)
  const oneBefore = await csvOf(mai, CSV.replace('scans.csv', `user-codes/${codes[0]}/scans.csv`))
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
  expect(await csvOf(mai)).toEqual(before)
  expect((await run('scan-retention')).map(({ partition, msg }) => [partition, msg])).toEqual(
    expect.arrayContaining([
      ['scans_2018_03', 'an expired month of the scan log was dropped'],
      ['scans_2018_04', 'an expired month of the scan log was dropped'],
    ]),
  )
  expect(await query(db(), sql`select count(*)::int as n from scans`)).toEqual([{ n: 2 }])
  expect(await csvOf(mai)).toEqual(before)
  expect(await csvOf(mai, CSV.replace('scans.csv', `user-codes/${codes[0]}/scans.csv`))).toEqual(oneBefore)
  expect(await exported()).toEqual(exportBefore)
  // Part of a day, by the zone of who asks.
  const inHanoi = await csvOf(
    mai,
    CSV.replace('zone=UTC&from=2018-03-01', 'zone=Asia%2FHo_Chi_Minh&from=2018-03-15'),
  )
  expect(inHanoi).toHaveLength(8)
  const stranger = await product.signedIn()
  expect(await csvOf(stranger)).toEqual([])
})

test('scans that come late get a further file, before and after the month is dropped', async () => {
  await run('scan-archive')
  const first = await keysOf()
  await scansAt(codes[0] ?? '', '2018-03-15T12:00:00Z', '2018-03-15T13:00:00Z')
  const before = await csvOf(mai)
  expect(
    (await run('scan-retention')).map(({ partition, day, msg }) => [partition, day, msg]),
  ).toContainEqual([
    'scans_2018_03',
    '2018-03-15',
    'an expired month of the scan log stays: a day of it is not archived',
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
  expect(await csvOf(mai)).toEqual(before)

  await scansAt(codes[1] ?? '', '2018-03-15T14:00:00Z', '2018-03-16T14:00:00Z')
  const later = await csvOf(mai)
  expect(later).toHaveLength(14)
  await run('scan-archive')
  expect(
    (await archives()).map(({ day, part, rows, isDropped }) => [day, part, rows, isDropped]),
  ).toContainEqual(['2018-03-15', 3, '1', true])
  expect(await csvOf(mai)).toEqual(later)
  expect(await run('scan-archive')).toEqual([])
  const ofCode = await product
    .as(mai)
    .inject({ url: CSV.replace('scans.csv', `user-codes/${codes[0]}/scans.csv`) })
  const times = [...ofCode.body.matchAll(/^"(2018[^"]+)"/gm)].map(([, time]) => time)
  expect(times).toEqual(times.toSorted())
})

test.each([
  ['is missing', (path: string) => rmSync(path), /is missing$/],
  ['was cut', (path: string) => truncateSync(path, 1000), /found 1000 bytes, expected \d+$/],
  [
    'has a changed byte',
    (path: string) => {
      const bytes = readFileSync(path)
      bytes[200] = (bytes[200] ?? 0) ^ 1
      writeFileSync(path, bytes)
    },
    /SHA-256 differs/,
  ],
])(
  'a month stays whose archive %s, one line says so, and the day is archived again',
  async (_, harm, reason) => {
    const before = await csvOf(mai)
    await run('scan-archive')
    harm(pathOf((await archives())[0]?.key ?? ''))
    const lines = (await run('scan-retention')).filter(({ partition }) => partition === 'scans_2018_03')
    expect(lines).toMatchObject([
      { reason: expect.stringMatching(reason), msg: expect.stringContaining('an archive is damaged') },
    ])
    await run('scan-archive')
    await run('scan-retention')
    expect(await query(db(), sql`select to_regclass('scans_2018_03') as there`)).toEqual([{ there: null }])
    expect(await csvOf(mai)).toEqual(before)
  },
)

test('a changed byte of an archive that is the only copy ends the download, and changes no figure of it', async () => {
  await run('scan-archive')
  await run('scan-retention')
  const path = pathOf((await archives())[0]?.key ?? '')
  const bytes = readFileSync(path)
  // The last column of the only row group, before the footer.
  const at = bytes.length - bytes.readUInt32LE(bytes.length - 8) - 8 - 10
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(path, bytes)
  await expect(product.as(mai).inject({ url: CSV })).rejects.toThrow()
})

const killed = () => Promise.reject(new Error('killed'))

/** Stores whose process ends at a step: what it did until then is done, and nothing after. */
const STEPS: Record<string, (stores: Stores) => Stores> = {
  'while it writes': ({ files, database }) => ({
    database,
    files: {
      ...files,
      writeStream: (key, bytes) =>
        files.writeStream(
          key,
          (async function* () {
            yield* bytes
            await killed()
          })(),
        ),
    },
  }),
  'before it compares': ({ files, database }) => ({
    database,
    files: { ...files, readStream: killed, remove: killed },
  }),
  'before it records': ({ files, database }) => {
    let isWritten = false
    return {
      files: {
        ...files,
        async writeStream(key, bytes) {
          await files.writeStream(key, bytes)
          isWritten = true
        },
        remove: killed,
      },
      database: {
        ...database,
        transaction: (...work) => (isWritten ? killed() : database.transaction(...work)),
      },
    }
  },
}

test.each(Object.keys(STEPS))(
  'a process that ends %s leaves nothing that counts, and the next one goes on',
  async (step) => {
    const before = await csvOf(mai)
    const stores = { files: await openFiles(product.config()), database: product.database() }
    await expect(run('scan-archive', STEPS[step]?.(stores))).rejects.toThrow('killed')
    expect(await archives()).toEqual([])
    await run('scan-retention')
    expect(await csvOf(mai)).toEqual(before)
    await run('scan-archive')
    expect((await archives()).map(({ rows }) => rows)).toEqual(['4', '4', '2'])
    // Files that nobody recorded go after a day.
    const longAgo = new Date(Date.now() - 2 * 86_400_000)
    for (const key of storedKeys()) utimesSync(pathOf(key), longAgo, longAgo)
    await run('scan-archive')
    expect(storedKeys()).toEqual(await keysOf())
  },
)

test('a scan that comes while a day is archived is not passed over', async () => {
  const files = await openFiles(product.config())
  const late = {
    ...files,
    async writeStream(key: string, bytes: AsyncIterable<Uint8Array>) {
      await files.writeStream(key, bytes)
      if (key.includes('2018-03-14')) await scansAt(codes[0] ?? '', '2018-03-14T12:00:00Z')
    },
  }
  await expect(run('scan-archive', { files: late })).rejects.toThrow(
    'the log of 2018-03-14 changed while it was archived',
  )
  expect((await archives()).map(({ day }) => day)).toEqual(['2018-03-15', '2018-04-15'])
  await run('scan-archive')
  expect((await archives())[0]).toMatchObject({ day: '2018-03-14', rows: '5' })
})

test('a deleted account is in no archive, and others are as they were', async () => {
  const other = await product.signedIn()
  const { _id: kept } = await codesOf(product, other).save(aDynamicCode({}))
  await scansAt(kept, '2018-03-14T08:00:00Z', '2018-03-14T09:00:00Z')
  await run('scan-archive')
  await run('scan-retention')
  const before = await csvOf(other)
  expect(before).toHaveLength(2)
  await leaveForGood(mai)
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
      if (isLeaving) await leaveForGood(mai)
      isLeaving = false
    },
  }
  await expect(run('scan-archive', { files: slow })).rejects.toThrow('changed while it was archived')
  expect(await archives()).toEqual([])
  expect(storedKeys()).toEqual([])
})

test('the check of all archives ends in time, and says how many are left', async () => {
  await run('scan-archive')
  const checked = { database: product.database(), files: await openFiles(product.config()) }
  expect(await findArchiveFaults(checked, 60_000)).toEqual([])
  expect(await findArchiveFaults(checked, 0)).toMatchObject([
    { fault: 'archives-not-checked', subject: '3 of 3 archives' },
  ])
})

test('after a restore without the log, archived days are read from their files', async () => {
  const before = await csvOf(mai)
  await run('scan-archive')
  await db().execute(sql`delete from scans`)
  await db().execute(sql`insert into restores_without_log default values`)
  expect(await csvOf(mai)).toEqual(before)
})

test('a month is counted again from its archive, also with scans that came late, and never from less than is kept', async () => {
  const figures = () =>
    query(
      db(),
      sql`select 'quarter' as of, subject::text, at::text, scans::text || ' ' || uniques as sums from scan_quarters
          union all select grain, subject::text, at::text, facets::text from scan_facets
          union all select 'counter', code_id::text, '', scans::text from scan_counters order by 1, 2, 3, 4`,
    )
  await run('scan-archive')
  await run('scan-retention')
  await scansAt(codes[0] ?? '', '2018-03-15T12:00:00Z')
  const before = await figures()
  await db().execute(sql`update scan_quarters set scans = 1`)
  await db().execute(sql`delete from scan_facets where at < '2018-04-01'`)
  await db().execute(sql`update scan_counters set scans = 99`)
  const dependencies = {
    database: product.database(),
    files: await openFiles(product.config()),
    log: createLog('silent'),
  }
  for (const month of ['2018-03', '2018-04', '2031-05']) await recountMonth(dependencies, month)
  expect(await figures()).toEqual(before)
  expect(await query(db(), sql`select count(*)::int as n from scans where at < '2019-01-01'`)).toEqual([
    { n: 0 },
  ])

  await db().execute(sql`delete from scan_archives where day < '2018-03-15'`)
  await expect(recountMonth(dependencies, '2018-03')).rejects.toThrow(
    /^the roll-ups of 2018-03 count \d+ scans and \d+ are kept: nothing was changed$/,
  )
  expect(await figures()).toEqual(before)
})
