import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TEST_LIMITS } from '../../../testing/engine'
import { query } from '../database'
import { openDatabase } from '../open-database'
import { ENGINE } from './embedded-database'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scanleaf-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a folder keeps its rows, tells its engine, and serves one opener at a time', async () => {
  const open = () => openDatabase({ databaseUrl: null, dataDir: folder }, TEST_LIMITS)
  const first = await open()
  await first.db.execute(sql`create table marks as select 7 as n`)
  await expect(open()).rejects.toThrow(`DATA_DIR=${folder} is in use by process ${process.pid}: stop it`)
  await first.close()

  const second = await open()
  expect(await query(second.db, sql`select n from marks`)).toEqual([{ n: 7 }])
  await second.close()
  expect(JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8'))).toEqual(ENGINE)
  expect(readdirSync(folder).sort()).toEqual(['postgres', 'postgres.json', 'postgres.lock.2'])
})
