import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startPostgres } from '../../../scripts/test/postgres.mjs'
import { openDatabase } from '../../src/platform/db'
import { type Database, query } from '../../src/platform/db/database'
import { Person } from '../harness/person'
import { killPrograms, type Program, startProgram } from '../harness/program'

const WRONG_CLOCK = pathToFileURL(join(import.meta.dirname, '../harness/wrong-clock.mjs')).href
const DAY_MS = 86_400_000
const PHONE = 'Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scanleaf-clock-'))
})
afterEach(async () => {
  await killPrograms()
  rmSync(folder, { recursive: true, force: true })
})

const settings = (databaseUrl: string | null) => ({
  DATA_DIR: folder,
  SCANS_KEEP_DAYS: '30',
  ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
})

async function startWrong(databaseUrl: string | null, wrongByDays: number): Promise<Program> {
  const program = await startProgram({
    ...settings(databaseUrl),
    NODE_OPTIONS: `--import=${WRONG_CLOCK}`,
    CLOCK_WRONG_BY_MS: String(wrongByDays * DAY_MS),
  })
  await program.ready
  return program
}

async function scan({ publicUrl }: Program, dynamicId: string): Promise<void> {
  const reply = await fetch(`${publicUrl}/${dynamicId}`, {
    redirect: 'manual',
    headers: { 'user-agent': PHONE },
  })
  expect(reply.status).toBe(302)
}

const open = (databaseUrl: string | null) => openDatabase({ databaseUrl, dataDir: folder })

/** An installation with a code that was scanned once; returns its dynamic id. */
async function scannedOnce(databaseUrl: string | null): Promise<string> {
  const program = await startProgram(settings(databaseUrl))
  await program.ready
  const person = await Person.register(program.url)
  const id = await person.createCode(program.url, 'https://example.com/')
  const { dynamicId } = await person.get<{ dynamicId: string }>(program.url, `qrcode/user-codes/${id}`)
  await scan(program, dynamicId)
  await program.kill('SIGTERM')
  const database = await open(databaseUrl)
  await database.db.execute(sql`update job_rounds set due_at = now() where name = 'scan-retention'`)
  await database.close()
  return dynamicId
}

const loggedScans = ({ db }: Database) =>
  query<{ corrected: boolean; recent: boolean }>(
    db,
    sql`select is_time_corrected as corrected, abs(extract(epoch from at - now())) < 600 as recent
      from scan_rows order by is_time_corrected, abs(extract(epoch from at - now()))`,
  )

test.each([400, -400])(
  'a server whose clock is %i days off drops no scan, and stores its own by the clock of PostgreSQL',
  async (days) => {
    const postgres = await startPostgres({ settings: ['fsync=off'] })
    try {
      const dynamicId = await scannedOnce(postgres.url)
      const database = await open(postgres.url)
      const program = await startWrong(postgres.url, days)
      await scan(program, dynamicId)
      await expect.poll(program.said).toContain('a job waits: the clocks')
      await expect
        .poll(() => loggedScans(database))
        .toEqual([
          { corrected: false, recent: true },
          { corrected: true, recent: true },
        ])
      await database.close()
    } finally {
      await killPrograms()
      await postgres.stop()
    }
  },
)

test.each([400, -400])(
  'the embedded engine, whose clock is %i days off with its server’s, drops no scan',
  async (days) => {
    const dynamicId = await scannedOnce(null)
    const program = await startWrong(null, days)
    await scan(program, dynamicId)
    await expect.poll(program.said).toContain('a job waits until the clock is trusted')
    await program.kill('SIGTERM')
    const database = await open(null)
    expect(await loggedScans(database)).toMatchObject([{ recent: true }, { recent: false }])
    await database.close()
  },
)
