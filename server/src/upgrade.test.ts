import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from './app'
import { examine } from './features/doctor'
import { systemClock } from './platform/clock'
import { readConfig } from './platform/config/config'
import { migrate } from './platform/db'
import { type Database, query } from './platform/db/database'
import { openDatabase } from './platform/db/open-database'
import { openDenyList } from './platform/deny-list'
import { openFiles } from './platform/files/file-store'
import { createLog } from './platform/logging'
import { createDatabase, dropDatabase, SERVER_URL, TEST_LIMITS, urlOf } from './testing/engine'
import { injectByBrowser } from './testing/proof-of-work'
import { FIRST_CODE, OWNER } from './testing/upgrades/filling'
import { fixtureNames, readFixture } from './testing/upgrades/fixtures'

/** An empty database of the engine of the run. */
async function emptyDatabase(): Promise<Database> {
  const serverUrl = SERVER_URL
  if (serverUrl === null) return openDatabase({ databaseUrl: null, dataDir: 'memory://' }, TEST_LIMITS)
  const name = `scanleaf_upgrade_${randomBytes(6).toString('hex')}`
  await createDatabase(serverUrl, name)
  onTestFinished(() => dropDatabase(serverUrl, name))
  return openDatabase({ databaseUrl: urlOf(serverUrl, name), dataDir: '' }, TEST_LIMITS)
}

test.each(fixtureNames())(
  'a filled database of %s is migrated, and its owner finds all of it',
  async (name) => {
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
    const rowsOf = async () =>
      query(
        database.db,
        sql`select (select count(*)::int from users) as people, (select count(*)::int from user_codes) as codes,
            (select sum(scans)::int from scan_counters) as counted, (select count(*)::int from scan_rows) as logged,
            (select sum(scans)::int from scan_quarter_rows) as quarters, (select sum(balance)::int from wallets) as money`,
      )
    const before = await rowsOf()
    await migrate(database)
    expect(await rowsOf()).toEqual(before)

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
    const credentials = Buffer.from(`${OWNER.username}:${OWNER.password}`).toString('base64')
    const signedIn = await injectByBrowser((options) => app.inject(options), {
      ...{ method: 'POST', url: '/identity/users/auth', headers: { authorization: `Basic ${credentials}` } },
    })
    expect(signedIn.statusCode, signedIn.body).toBe(200)
    const get = async (url: string) => {
      const headers = { authorization: `Bearer ${signedIn.json().result.sid}` }
      const reply = await app.inject({ url: `/gateway/api/${url}`, headers })
      expect(reply.statusCode, reply.body).toBe(200)
      return reply.json().result
    }
    const list = await get('qrcode/user-codes?productId=dynamic-code')
    expect(list).toHaveLength(5)
    expect(list.map(({ id }: { id: string }) => id)).toContain(FIRST_CODE)
    const scans = await get(`qrcode/user-codes/${FIRST_CODE}/scans?from=2026-10-29&to=2026-10-31&zone=UTC`)
    expect(scans).toMatchObject({ scans: 3, uniques: 3, total: 3 })
    expect(scans.breakdowns.country).toMatchObject([{ value: 'VN', scans: 3 }])

    const files = await openFiles(config)
    expect(await examine({ config, database, files, clock: systemClock })).toEqual([])
  },
)
