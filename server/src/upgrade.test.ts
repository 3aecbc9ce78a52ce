import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from './app'
import { examine } from './features/doctor'
import { startJournalImporter } from './features/scans'
import { systemClock } from './platform/clock'
import { readConfig } from './platform/config/config'
import { migrate } from './platform/db'
import type { Database } from './platform/db/database'
import { readFunctions } from './platform/db/functions'
import { readMigrations, SERVES_SINCE } from './platform/db/migrate'
import { openDatabase } from './platform/db/open-database'
import { openDenyList } from './platform/deny-list'
import { openFiles } from './platform/files/file-store'
import { createLog } from './platform/logging'
import { createDatabase, dropDatabase, SERVER_URL, TEST_LIMITS, urlOf } from './testing/engine'
import { injectByBrowser } from './testing/proof-of-work'
import { FIRST_CODE, OWNER } from './testing/upgrades/filling'
import { fixtureNames, readFixture, restoreDataFolder } from './testing/upgrades/fixtures'
import { everyRow, type Rows } from './testing/upgrades/full-installation'
import { sessionOf } from './testing/upgrades/row'
import { allMigrations } from './testing/upgrades/version-after'

/** An empty database of the engine of the run. */
async function emptyDatabase(): Promise<Database> {
  const serverUrl = SERVER_URL
  if (serverUrl === null) return openDatabase({ databaseUrl: null, dataDir: 'memory://' }, TEST_LIMITS)
  const name = `scanleaf_upgrade_${randomBytes(6).toString('hex')}`
  await createDatabase(serverUrl, name)
  onTestFinished(() => dropDatabase(serverUrl, name))
  return openDatabase({ databaseUrl: urlOf(serverUrl, name), dataDir: '' }, TEST_LIMITS)
}

/** Rows after a migration without the tables and columns that it has added. */
const withColumnsOf = (before: Rows, after: Rows) =>
  Object.fromEntries(
    Object.entries(before).map(([table, rows]) => [
      table,
      after[table]?.map((row) =>
        Object.fromEntries(Object.keys(rows[0] ?? {}).map((column) => [column, row[column]])),
      ),
    ]),
  )

/** The filled database of a version as it left it, and its data folder. */
async function installationOf(name: string) {
  const database = await emptyDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'scanleaf-upgrade-'))
  onTestFinished(async () => {
    await database.close()
    await rm(dataDir, { recursive: true })
  })
  await database.transaction(
    async (tx) => {
      for (const statement of readFixture(name)) await tx.execute(sql.raw(statement))
    },
    { statementTimeoutMs: null },
  )
  restoreDataFolder(name, dataDir)
  return { database, dataDir }
}

/** Starts this program, and sees that its owner finds all, signed in or not, and that what waited is counted. */
async function expectAllFound({ database, dataDir }: { database: Database; dataDir: string }) {
  // By it the counters would not be compared with the log.
  await database.db.execute(sql`delete from restores_without_log`)
  const log = createLog('silent')
  const env = {
    APP_URL: 'http://app.test',
    CODE_HOST: 'https://qr.shop.example',
    DATA_DIR: dataDir,
    SETUP_TOKEN: 'set-up-token-of-the-tests',
  }
  const config = readConfig({ ...env, LOG_LEVEL: 'silent' })
  const denyList = openDenyList(config.targetDenyList, log)
  const app = await buildApp({
    ...{ config, database, clock: systemClock, log, denyList, gateways: [], isStopping: () => false },
    ...{ passwordCost: { memoryCost: 64, timeCost: 1 }, proofCost: 1 },
  })
  onTestFinished(async () => {
    await app.close()
    denyList.close()
  })
  const get = async (url: string, sid = sessionOf(1, 1)) => {
    const reply = await app.inject({
      url: `/gateway/api/${url}`,
      headers: { authorization: `Bearer ${sid}` },
    })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().result
  }
  const credentials = Buffer.from(`${OWNER.username}:${OWNER.password}`).toString('base64')
  const signedIn = await injectByBrowser((options) => app.inject(options), {
    ...{ method: 'POST', url: '/identity/users/auth', headers: { authorization: `Basic ${credentials}` } },
  })
  expect(signedIn.statusCode, signedIn.body).toBe(200)
  const codes = 'qrcode/user-codes?productId=dynamic-code'
  const list = await get(codes)
  expect(list).toHaveLength(7)
  expect(list.map(({ id }: { id: string }) => id)).toContain(FIRST_CODE)
  expect(await get(codes, signedIn.json().result.sid)).toEqual(list)

  const figures = () => get(`qrcode/user-codes/${FIRST_CODE}/scans?from=2026-10-29&to=2026-10-31&zone=UTC`)
  const scans = await figures()
  expect(scans).toMatchObject({ scans: 3, uniques: 3, total: 3 })
  expect(scans.breakdowns.country).toMatchObject([{ value: 'VN', scans: 3 }])
  const files = await openFiles(config)
  const found = await examine({ config, database, files, clock: systemClock })
  // It was off since its release, with scans that no worker has imported or counted; all else is sound.
  expect(found.map(({ fault }) => fault)).toEqual([
    'journal-not-imported',
    'scans-not-counted',
    'clock-doubt',
  ])

  const journal = await startJournalImporter({ config, database, log })
  onTestFinished(() => journal.close())
  await journal.drain()
  expect(await figures()).toMatchObject({ scans: 3, total: 5 })
}

test.each(fixtureNames())(
  'a filled database and data folder of %s are migrated in one jump, and their owner finds all of it',
  async (name) => {
    const installation = await installationOf(name)
    const before = await everyRow(installation.database)
    expect(await migrate(installation.database)).toEqual({ newerSchema: null })
    expect(withColumnsOf(before, await everyRow(installation.database))).toEqual(before)
    await expectAllFound(installation)
  },
)

test('on the schema of a version after it, this one starts again, and finds and saves all of it', async () => {
  const installation = await installationOf(fixtureNames().at(-1) ?? '')
  await migrate(installation.database, readFunctions(), allMigrations())
  const after = await everyRow(installation.database)
  expect(await migrate(installation.database)).toEqual({ newerSchema: allMigrations().at(-1)?.name })
  expect(await everyRow(installation.database)).toEqual(after)
  await expectAllFound(installation)
})

test('a version says that the one before runs on its schema', () => {
  const own = readMigrations().at(-1)?.name ?? ''
  expect(SERVES_SINCE).toBe(fixtureNames().findLast((name) => name < own) ?? own)
})
