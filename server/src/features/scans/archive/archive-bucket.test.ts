import { sql } from 'drizzle-orm'
import { afterAll, afterEach, expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { type FileStore, openFiles } from '../../../platform/files/file-store'
import { createLog } from '../../../platform/logging'
import { testApp } from '../../../testing/app'
import { type BucketFault, startBucket } from '../../../testing/services/bucket'
import { leavingOf } from '../../leaving/testing'
import { aDynamicCode, codesOf } from '../../user-codes/testing'
import { eraseScans, recountMonth, sealOwner } from '../index'
import { archiveOf, CSV } from './testing'

const bucket = await startBucket()
const product = testApp(bucket.env)
afterAll(bucket.close)
afterEach(() => bucket.fail(null))
const { mai, archives, csvOf, db, keysOf, run, scansAt } = archiveOf(product)
const { leaveForGood } = leavingOf(product)

const files = (): Promise<FileStore> => openFiles(product.config())
const recount = async () => {
  const dependencies = { database: product.database(), files: await files(), log: createLog('silent') }
  for (const month of ['2018-03', '2018-04']) await recountMonth(dependencies, month)
}
const charts = () =>
  query(db(), sql`select subject, at, scans, uniques from scan_quarter_rows order by subject, at`)
const daysOfLog = () =>
  query(
    db(),
    sql`select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'scan_log'::regclass and inhrelid::regclass::text ~ '2018' order by 1`,
  )

async function objects(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of (await files()).list('scan-archive')) keys.push(key)
  return keys.sort()
}

async function failure(work: Promise<unknown>): Promise<{ code?: string; message: string }> {
  return work.then(
    () => ({ message: 'it succeeded' }),
    (error) => error,
  )
}

const FAULTS: BucketFault[] = [
  { method: 'PUT', how: 'answers 500' },
  { method: 'PUT', how: 'breaks off' },
  { method: 'GET', how: 'answers 503' },
  { method: 'GET', how: 'breaks off' },
]

test.each(FAULTS)(
  'no step loses a scan when $method $how, each says so, and goes on after it',
  async (fault) => {
    const other = await product.signedIn()
    const { _id: theirs } = await codesOf(product, other).save(aDynamicCode({}))
    await scansAt(theirs, '2018-03-14T08:00:00Z', '2018-03-14T09:00:00Z')
    const before = {
      csv: await csvOf(mai()),
      theirs: await csvOf(other),
      charts: await charts(),
      log: await daysOfLog(),
    }
    const isRead = fault.method === 'GET'
    const failing = async (work: () => Promise<unknown>) => {
      bucket.fail(fault)
      expect(await failure(work())).toMatchObject({ code: 'ServiceUnavailable' })
      bucket.fail(null)
    }

    const lines: Record<string, unknown>[] = []
    await failing(() => run('scan-archive', {}, lines))
    // One for each day.
    expect(lines.map(({ day, msg }) => [day, msg])).toEqual(
      ['2018-03-14', '2018-03-15', '2018-04-15'].map((day) => [
        day,
        'a day of the scan log could not be archived; it is tried again later',
      ]),
    )
    expect(await archives()).toEqual([])
    await run('scan-archive')
    expect(await csvOf(mai())).toEqual(before.csv)

    if (isRead) {
      await failing(() => run('scan-retention'))
      expect(await daysOfLog()).toEqual(before.log)
    }
    await run('scan-retention')
    expect(await daysOfLog()).toEqual([])
    expect(await csvOf(mai())).toEqual(before.csv)

    if (isRead) {
      bucket.fail(fault)
      await expect(product.as(mai()).inject({ url: CSV })).rejects.toThrow()
      await failing(recount)
    }
    expect(await charts()).toEqual(before.charts)
    await recount()
    expect(await charts()).toEqual(before.charts)

    await sealOwner(product.database(), mai().id)
    const erase = async () => eraseScans({ database: product.database(), files: await files() }, mai().id)
    await failing(erase)
    expect(await csvOf(other)).toEqual(before.theirs)
    await erase()
    expect((await archives()).map(({ day, rows }) => [day, rows])).toEqual([['2018-03-14', '2']])
    expect(await csvOf(other)).toEqual(before.theirs)
  },
)

test('an account is erased from a bucket that does not delete: its objects are gone once it does', async () => {
  await run('scan-archive')
  await run('scan-retention')
  const keys = await keysOf()
  await sealOwner(product.database(), mai().id)
  const erase = async () => eraseScans({ database: product.database(), files: await files() }, mai().id)
  bucket.fail({ method: 'DELETE', how: 'answers 500' })
  expect(await failure(erase())).toMatchObject({ code: 'ServiceUnavailable' })
  bucket.fail(null)
  await leaveForGood(mai())
  expect(await archives()).toEqual([])
  expect((await objects()).filter((key) => keys.includes(key))).toEqual([])
})

test.each([
  ['is cut', (bytes: Uint8Array) => bytes.subarray(0, bytes.length / 2), /found \d+ bytes, expected \d+$/],
  [
    'has a changed byte',
    (bytes: Uint8Array) => Uint8Array.from(bytes, (byte, at) => (at === 200 ? byte ^ 1 : byte)),
    /SHA-256 differs/,
  ],
])(
  'an object that %s is archived again before its day leaves, and recounts nothing after',
  async (_, harm, reason) => {
    const store = await files()
    const damage = async () => {
      const [key = ''] = await keysOf()
      const bytes = (await store.read(key)) as Uint8Array
      await store.write(key, harm(bytes))
      return () => store.write(key, bytes)
    }
    const before = { csv: await csvOf(mai()), charts: await charts() }
    await run('scan-archive')
    await damage()
    const told = (await run('scan-retention')).filter(({ reason }) => reason !== undefined)
    expect(told).toMatchObject([{ reason: expect.stringMatching(reason) }])
    await run('scan-archive')
    await run('scan-retention')
    expect(await csvOf(mai())).toEqual(before.csv)

    const repair = await damage()
    await expect(product.as(mai()).inject({ url: CSV })).rejects.toThrow()
    await expect(recount()).rejects.toThrow(/^an archive is damaged, scan-archive.*: nothing was changed$/)
    expect(await charts()).toEqual(before.charts)
    await repair()
    await recount()
    expect(await charts()).toEqual(before.charts)
    expect(await objects()).toEqual(expect.arrayContaining(await keysOf()))
  },
)
