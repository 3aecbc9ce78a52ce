import { readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { openFiles } from '../../../platform/files/file-store'
import { testApp } from '../../../testing/app'
import { findArchiveFaults } from '../index'
import { archiveOf, CSV, type Stores } from './testing'

const product = testApp()
const { mai, codes, archives, csvOf, db, keysOf, pathOf, run, scansAt, storedKeys } = archiveOf(product)

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
  'a day stays whose archive %s, one line says so, and the day is archived again',
  async (_, harm, reason) => {
    const before = await csvOf(mai())
    await run('scan-archive')
    harm(pathOf((await archives())[0]?.key ?? ''))
    const lines = (await run('scan-retention')).filter(({ partition }) => partition === 'scan_log_2018_03_14')
    expect(lines).toMatchObject([
      { reason: expect.stringMatching(reason), msg: expect.stringContaining('an archive is damaged') },
    ])
    await run('scan-archive')
    await run('scan-retention')
    expect(await query(db(), sql`select to_regclass('scan_log_2018_03_14') as there`)).toEqual([
      { there: null },
    ])
    expect(await csvOf(mai())).toEqual(before)
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
  await expect(product.as(mai()).inject({ url: CSV })).rejects.toThrow()
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
    const before = await csvOf(mai())
    const stores = { files: await openFiles(product.config()), database: product.database() }
    await expect(run('scan-archive', STEPS[step]?.(stores))).rejects.toThrow('killed')
    expect(await archives()).toEqual([])
    await run('scan-retention')
    expect(await csvOf(mai())).toEqual(before)
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
      if (key.includes('2018-03-14')) await scansAt(codes()[0] ?? '', '2018-03-14T12:00:00Z')
    },
  }
  await expect(run('scan-archive', { files: late })).rejects.toThrow(
    'the log of 2018-03-14 changed while it was archived',
  )
  expect((await archives()).map(({ day }) => day)).toEqual(['2018-03-15', '2018-04-15'])
  await run('scan-archive')
  expect((await archives())[0]).toMatchObject({ day: '2018-03-14', rows: '5' })
})

test('the check of all archives ends in time, and says how many are left', async () => {
  await run('scan-archive')
  const checked = { database: product.database(), files: await openFiles(product.config()) }
  expect(await findArchiveFaults(checked, 60_000)).toEqual([])
  expect(await findArchiveFaults(checked, 0)).toMatchObject([
    { fault: 'archives-not-checked', subject: '3 of 3 archives' },
  ])
})
