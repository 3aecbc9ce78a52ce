import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createDatabase, dropDatabase, SERVER_URL, urlOf } from '../../testing/engine'
import { startBucket } from '../../testing/services/bucket'
import {
  everyRow,
  fillEveryTable,
  type Rows,
  STORED_KEYS,
  storeFiles,
} from '../../testing/upgrades/full-installation'
import type { S3Config } from '../config/config'
import { migrate, openDatabase } from '../db'
import { openFiles } from '../files/file-store'
import { moveToPostgres } from './move'

/** Of running processes, which a move does not take along. */
const LEFT_OUT = ['processes', 'job_rounds', 'report_keys', 'used_proofs']
const withoutProcesses = (all: Rows): Rows =>
  Object.fromEntries(Object.entries(all).filter(([table]) => !LEFT_OUT.includes(table)))

let folder: string
let rows: Rows
/** Each test moves a copy of it: to fill an embedded database takes longer than to move one. */
async function makeInstallation(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'scanleaf-move-'))
  const source = await openDatabase({ databaseUrl: null, dataDir: folder })
  await migrate(source)
  await fillEveryTable(source)
  rows = await everyRow(source)
  await source.close()
  await storeFiles(folder)
}
beforeAll(async () => {
  if (SERVER_URL !== null) await makeInstallation()
})
afterAll(() => {
  if (SERVER_URL !== null) rmSync(folder, { recursive: true })
})

/** An installation with the embedded database, stopped, and an empty database of PostgreSQL. */
async function given(s3: S3Config | null = null) {
  const dataDir = mkdtempSync(join(tmpdir(), 'scanleaf-move-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  cpSync(folder, dataDir, { recursive: true })
  const name = `scanleaf_move_${randomBytes(6).toString('hex')}`
  const serverUrl = SERVER_URL ?? ''
  await createDatabase(serverUrl, name)
  onTestFinished(() => dropDatabase(serverUrl, name))
  const databaseUrl = urlOf(serverUrl, name)
  const config = { dataDir, databaseUrl, s3 }
  const moved = async () => {
    const database = await openDatabase(config)
    try {
      return await everyRow(database)
    } finally {
      await database.close()
    }
  }
  return { config, dataDir, moved }
}

const onPostgres = test.skipIf(SERVER_URL === null)

onPostgres(
  'every row moves to PostgreSQL and every file into the bucket; a second move is refused',
  async () => {
    const bucket = await startBucket()
    onTestFinished(() => bucket.close())
    const { config, dataDir, moved } = await given(bucket.config)
    const { keptAs, files } = await moveToPostgres(config)
    expect(withoutProcesses(await moved())).toEqual(withoutProcesses(rows))
    expect(files).toBe(STORED_KEYS.length)
    const store = await openFiles(config)
    for (const key of STORED_KEYS) expect(String(await store.read(key))).toBe(key)
    expect(existsSync(keptAs)).toBe(true)
    expect(readdirSync(dataDir)).not.toContain('moving.dump')
    await expect(moveToPostgres(config)).rejects.toThrow(/no embedded database in DATA_DIR/)
  },
)

onPostgres(
  'without a bucket the files stay, and a destination that is not empty is left as it is',
  async () => {
    const { config, dataDir, moved } = await given()
    await expect(moveToPostgres({ ...config, databaseUrl: null })).rejects.toThrow(/Set DATABASE_URL/)
    const filled = await openDatabase(config)
    await migrate(filled)
    const before = await everyRow(filled)
    await filled.close()
    await expect(moveToPostgres(config)).rejects.toThrow(/database is not empty/)
    expect(await moved()).toEqual(before)
    expect(readdirSync(dataDir)).toContain('postgres')
    const files = await openFiles(config)
    expect(String(await files.read(STORED_KEYS[0] ?? ''))).toBe(STORED_KEYS[0])
  },
)

onPostgres('a folder that cannot be renamed has moved all the same, and says what to do', async () => {
  const { config, dataDir, moved } = await given()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-29T01:02:03Z') })
  onTestFinished(() => void vi.useRealTimers())
  // Taken, by a folder with something in it.
  mkdirSync(join(dataDir, 'postgres.moved-2026-11-29T01-02-03'))
  writeFileSync(join(dataDir, 'postgres.moved-2026-11-29T01-02-03', 'file'), '')
  const { keptAs, notRenamed } = await moveToPostgres(config)
  expect([keptAs, notRenamed]).toEqual([join(dataDir, 'postgres'), 'ENOTEMPTY'])
  expect(withoutProcesses(await moved())).toEqual(withoutProcesses(rows))
  await expect(moveToPostgres(config)).rejects.toThrow(/make it empty .* run npm run db:move again/)
})

onPostgres('files that a killed move has copied are no obstacle, those of others are', async () => {
  const bucket = await startBucket()
  onTestFinished(() => bucket.close())
  const { config } = await given(bucket.config)
  const store = await openFiles(config)
  await store.write(STORED_KEYS[0] ?? '', Buffer.from('half'))
  await store.write('another/file', Buffer.from('of others'))
  await expect(moveToPostgres(config)).rejects.toThrow(/files of another installation/)
  expect(String(await store.read('another/file'))).toBe('of others')
  await store.remove('another/file')
  expect((await moveToPostgres(config)).files).toBe(STORED_KEYS.length)
  for (const key of STORED_KEYS) expect(String(await store.read(key))).toBe(key)
})
