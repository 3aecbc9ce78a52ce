import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { listRecordedFiles } from '../../features/doctor'
import { testApp } from '../../testing/app'
import { TEST_LIMITS } from '../../testing/engine'
import { everyRow, fillEveryTable, STORED_KEYS, storeFiles } from '../../testing/upgrades/full-installation'
import { ConfigError } from '../app-error'
import { migrate, openDatabase } from '../db'
import { type FileStore, openFiles } from '../files/file-store'
import { closedName, newSegmentName } from '../journal/segment-name'
import { backUp } from './back-up'
import { isWholeBackup } from './prove-backup'
import { restoreBackup } from './restore'

const product = testApp()
const folder = mkdtempSync(join(tmpdir(), 'scanleaf-back-up-'))
const KEYS = ['images/aa/one', 'images/aa/two']
let backups = 0

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const pathOf = (key: string) => join(product.config().dataDir, 'files', key)

beforeEach(async () => {
  rmSync(join(product.config().dataDir, 'files'), { recursive: true, force: true })
  for (const key of KEYS) {
    mkdirSync(dirname(pathOf(key)), { recursive: true })
    writeFileSync(pathOf(key), key)
    const sha256 = createHash('sha256').update(key).digest('hex')
    await product.database().db.execute(sql`insert into images (id, user_id, key, type, size, sha256)
      values (${key}, 'an', ${key}, 'image/png', ${key.length}, ${sha256})`)
  }
})

async function backUpBy(change: (files: FileStore) => Partial<FileStore> = () => ({})) {
  const opened = await openFiles(product.config())
  const files = { ...opened, ...change(opened) }
  const place = join(folder, String(++backups))
  const { dataDir } = product.config()
  return backUp({ database: product.database(), files, dataDir, recorded: listRecordedFiles }, place, {
    isFull: true,
  })
}

/** The first of the files goes when it is about to be copied: the file, and perhaps its row. */
const goneAtCopy = (withRow: boolean) => (opened: FileStore) => ({
  async readStream(key: string) {
    if (key === KEYS[0]) {
      if (withRow) await product.database().db.execute(sql`delete from images where key = ${key}`)
      rmSync(pathOf(key), { force: true })
    }
    return opened.readStream(key)
  },
})

test('a file that is deleted with its row while a backup is made is not missed', async () => {
  const made = await backUpBy(goneAtCopy(true))
  expect(made).toMatchObject({ files: 1, lost: [] })
  expect(await isWholeBackup(made.folder)).toBe(true)
})

test('one whose row stays is lost, and the backup says so by its name', async () => {
  const made = await backUpBy(goneAtCopy(false))
  expect(made).toMatchObject({ files: 1, known: 2, lost: [KEYS[0]] })
  expect(made.folder).toMatch(/\.incomplete$/)
  expect(await isWholeBackup(made.folder)).toBe(false)
})

test('one that is added after the files were listed is copied all the same', async () => {
  const made = await backUpBy((opened) => ({
    async *listAll() {
      for await (const file of opened.listAll()) if (file.key !== KEYS[1]) yield file
    },
  }))
  expect(made).toMatchObject({ files: 2, lost: [] })
})

test('a folder of files that was moved to another disk is followed, a folder in the place of a file is not', async () => {
  renameSync(pathOf('images'), join(folder, 'moved'))
  symlinkSync(join(folder, 'moved'), pathOf('images'))
  expect(await backUpBy()).toMatchObject({ files: 2, lost: [] })
  rmSync(pathOf(KEYS[1] as string))
  symlinkSync(folder, pathOf(KEYS[1] as string))
  expect(await backUpBy()).toMatchObject({ files: 1, lost: [KEYS[1]] })
})

test.each([
  ['an empty one', false],
  ['one in which nobody has registered', true],
])('a full installation is the same elsewhere, each row and each file: in %s', async (_where, isStarted) => {
  if (!isStarted) await fillEveryTable(product.database())
  await storeFiles(product.config().dataDir)
  const journal = join(product.config().dataDir, 'journal')
  mkdirSync(journal, { recursive: true })
  const segments = [1, 2].map((n) => newSegmentName(Date.UTC(2026, 10, n), '0'.repeat(32)))
  for (const name of segments) writeFileSync(join(journal, name), name)
  const made = await backUpBy()
  const dataDir = mkdtempSync(join(folder, 'elsewhere-'))
  const database = await openDatabase({ databaseUrl: null, dataDir: 'memory://' }, TEST_LIMITS)
  onTestFinished(() => database.close())
  if (isStarted) await migrate(database)
  await restoreBackup(
    { database, files: await openFiles({ ...product.config(), dataDir }), dataDir },
    made.folder,
    { replacesUnused: isStarted },
  )
  for (const key of [...STORED_KEYS, ...KEYS])
    expect(readFileSync(join(dataDir, 'files', key), 'utf8')).toBe(key)
  for (const name of segments)
    expect(readFileSync(join(dataDir, 'journal', closedName(name)), 'utf8')).toBe(name)
  const { backups: before, ...all } = await everyRow(product.database())
  const { backups: after, ...restored } = await everyRow(database)
  expect(restored).toEqual({ ...all, job_rounds: [], processes: [], report_keys: [], used_proofs: [] })
  expect(before).toEqual(expect.arrayContaining([...(after ?? [])]))
})

test('what somebody has registered in is never replaced', async () => {
  const made = await backUpBy()
  const database = await openDatabase({ databaseUrl: null, dataDir: 'memory://' }, TEST_LIMITS)
  onTestFinished(() => database.close())
  await migrate(database)
  await fillEveryTable(database)
  const before = await everyRow(database)
  const dataDir = mkdtempSync(join(folder, 'registered-'))
  const target = { database, files: await openFiles({ ...product.config(), dataDir }), dataDir }
  await expect(restoreBackup(target, made.folder, { replacesUnused: true })).rejects.toThrow(
    'Somebody has registered already',
  )
  expect(await everyRow(database)).toEqual(before)
})

test('a restore that fails at the database takes back the files and segments that it wrote', async () => {
  const journal = join(product.config().dataDir, 'journal')
  rmSync(journal, { recursive: true, force: true })
  mkdirSync(journal, { recursive: true })
  writeFileSync(join(journal, newSegmentName(Date.UTC(2026, 10, 3), '0'.repeat(32))), 'scans')
  const made = await backUpBy()
  expect(made).toMatchObject({ files: 2, segments: 1 })
  rmSync(journal, { recursive: true })
  const dataDir = mkdtempSync(join(folder, 'failed-'))
  const database = { ...product.database(), transaction: () => Promise.reject(new ConfigError('refused')) }
  const target = { database, files: await openFiles({ ...product.config(), dataDir }), dataDir }
  await expect(restoreBackup(target, made.folder, { replacesUnused: true })).rejects.toThrow('refused')
  const left = readdirSync(dataDir, { recursive: true, withFileTypes: true })
  expect(left.filter((entry) => entry.isFile())).toEqual([])
})
