import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { listRecordedFiles } from '../../features/doctor'
import { testApp } from '../../testing/app'
import { everyRow, fillEveryTable, STORED_KEYS, storeFiles } from '../../testing/upgrades/full-installation'
import { readConfig } from '../config/config'
import { migrate, openDatabase } from '../db'
import { openFiles } from '../files/file-store'
import { createLog } from '../logging'
import { backUp } from './back-up'
import { backupsFolder, readRestoreRequest, restoreAsRequested, writeRestoreRequest } from './restore-request'

const product = testApp()
const folder = mkdtempSync(join(tmpdir(), 'scanleaf-restore-request-'))
const log = createLog('silent')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A data folder with the backup `one`, and what the first screen has asked for. */
async function asked(request: { name: string; hasBegun: boolean }) {
  const dataDir = mkdtempSync(join(folder, 'data-'))
  const own = product.config()
  await backUp(
    {
      ...{ database: product.database(), files: await openFiles(own), dataDir: own.dataDir },
      recorded: listRecordedFiles,
    },
    join(backupsFolder(dataDir), 'one'),
    { isFull: true },
  )
  await writeRestoreRequest(dataDir, { ...request, setupToken: 'token', failure: null })
  return readConfig({ DATA_DIR: dataDir })
}

async function rowsIn(config: ReturnType<typeof readConfig>) {
  const database = await openDatabase(config)
  try {
    return await everyRow(database)
  } finally {
    await database.close()
  }
}

test('a restore that a kill has cut off is repeated over what it wrote', async () => {
  await fillEveryTable(product.database())
  await storeFiles(product.config().dataDir)
  const config = await asked({ name: 'one', hasBegun: true })
  const [key = ''] = STORED_KEYS
  const file = join(config.dataDir, 'files', key)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, 'cut')
  await restoreAsRequested(config, log)
  expect(await readRestoreRequest(config.dataDir)).toBeNull()
  for (const each of STORED_KEYS) expect(readFileSync(join(config.dataDir, 'files', each), 'utf8')).toBe(each)
  const { users } = await rowsIn(config)
  expect(users).toEqual((await everyRow(product.database()))['users'])
})

test('one that was finished but for its request is not repeated', async () => {
  const config = await asked({ name: 'gone', hasBegun: true })
  const database = await openDatabase(config)
  await migrate(database)
  await fillEveryTable(database)
  const before = await everyRow(database)
  await database.close()
  await restoreAsRequested(config, log)
  expect(await readRestoreRequest(config.dataDir)).toBeNull()
  expect(await rowsIn(config)).toEqual(before)
})

test('files of somebody else are left alone, and the reason is kept with the link', async () => {
  const config = await asked({ name: 'one', hasBegun: false })
  const database = await openDatabase(config)
  await migrate(database)
  await database.close()
  mkdirSync(join(config.dataDir, 'files/images/aa'), { recursive: true })
  writeFileSync(join(config.dataDir, 'files/images/aa/other'), 'other')
  await restoreAsRequested(config, log)
  expect(await readRestoreRequest(config.dataDir)).toEqual({
    ...{ name: 'one', setupToken: 'token', hasBegun: false },
    failure: expect.stringContaining('There are files already'),
  })
  expect(readFileSync(join(config.dataDir, 'files/images/aa/other'), 'utf8')).toBe('other')
})

test('what fails on the disk is told, too, and not met at each start', async () => {
  const config = await asked({ name: 'one', hasBegun: false })
  writeFileSync(join(config.dataDir, 'journal'), 'a file in the place of a folder')
  for (const hasBegun of [false, true]) {
    const request = { name: 'one', setupToken: 'token' }
    await writeRestoreRequest(config.dataDir, { ...request, hasBegun, failure: null })
    await restoreAsRequested(config, log)
    // What had begun was taken back: the next request is no repetition of it.
    expect(await readRestoreRequest(config.dataDir)).toEqual({
      ...{ ...request, hasBegun: false },
      failure: expect.stringContaining('EEXIST'),
    })
  }
  expect(await rowsIn(config)).not.toHaveProperty('users.0')
})
