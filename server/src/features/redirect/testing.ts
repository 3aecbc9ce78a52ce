import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { systemClock } from '../../platform/clock'
import { readConfig } from '../../platform/config/config'
import { type DenyList, openDenyList } from '../../platform/deny-list'
import { createLog } from '../../platform/logging'
import { testDatabase } from '../../testing/database'
import { SOON } from '../../testing/soon'
import { type VisitorResponse, visitorOf } from '../../testing/visitor'
import { scanStore, startJournalImporter } from '../scans'
import { startRedirect } from './index'

/**
 * A redirect service with its importer on a database of its own, for the tests of one file.
 * @param env further settings
 */
export function testRedirect(env: Record<string, string> = {}) {
  const storage = testDatabase()
  const log = createLog('silent')
  let denyList: DenyList
  let redirect: Awaited<ReturnType<typeof startRedirect>>
  let importer: Awaited<ReturnType<typeof startJournalImporter>>
  const { ask, tokenOf, report } = visitorOf(() => redirect.port, 'localhost:3001')

  const configOf = (dataDir: string) =>
    readConfig({
      PUBLIC_PORT: '0',
      CODE_HOST: 'http://localhost:3001',
      DATA_DIR: dataDir,
      TRUSTED_PROXIES: '127.0.0.0/8',
      APP_NAME: 'Lá & Quét',
      ...env,
    })
  function startIn(dataDir: string) {
    const database = storage.database()
    const storeScans = scanStore(database)
    return startRedirect({
      config: configOf(dataDir),
      database,
      log,
      denyList,
      storeScans,
      recordReported: async () => {},
      runs: systemClock,
    })
  }

  beforeAll(async () => {
    const database = storage.database()
    const config = configOf(storage.dataDir())
    denyList = openDenyList(config.targetDenyList, log)
    redirect = await startIn(storage.dataDir())
    importer = await startJournalImporter({ config, database, log })
  })
  afterAll(async () => {
    await redirect.close()
    await importer.close()
    denyList.close()
  })

  /** A second service on the same database, as of another machine; its scans are not imported. */
  async function startAnother() {
    const folder = mkdtempSync(join(tmpdir(), 'scanleaf-redirect-'))
    const other = await startIn(folder)
    return {
      ask: visitorOf(() => other.port, 'localhost:3001').ask,
      async close() {
        await other.close()
        rmSync(folder, { recursive: true })
      },
    }
  }

  /** Changes reach the redirect by NOTIFY: asked again until it did. */
  async function answersSoon(path: string, isExpected: (answer: VisitorResponse) => boolean): Promise<void> {
    await expect.poll(async () => isExpected(await ask(path, { method: 'HEAD' })), SOON).toBe(true)
  }

  return {
    database: () => storage.database(),
    /** Every scan so far is in the log. */
    drainScans: () => importer.drain(),
    ask,
    tokenOf,
    report,
    answersSoon,
    startAnother,
  }
}
