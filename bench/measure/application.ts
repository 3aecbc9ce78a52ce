import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../../server/src/app'
import { systemClock } from '../../server/src/platform/clock'
import { readConfig } from '../../server/src/platform/config/config'
import { migrate, openDatabase } from '../../server/src/platform/db'
import { createLog } from '../../server/src/platform/logging'

/**
 * The application on an engine, in this process, with somebody signed in.
 * @param url of a PostgreSQL; null for the embedded engine
 * @returns with `session`, the header `authorization` of that person
 */
export async function openApplication(url: string | null, settings: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'scanleaf-bench-'))
  const config = readConfig({
    DATA_DIR: folder,
    ...(url && { DATABASE_URL: url }),
    APP_URL: 'http://app.test',
    CODE_HOST: 'http://qr.test',
    ...settings,
  })
  const log = createLog('error')
  const database = await openDatabase(config)
  await migrate(database)
  const app = await buildApp({
    ...{ config, database, clock: systemClock, log, gateways: [] },
    isStopping: () => false,
  })
  const person = { username: 'bench', email: 'bench@example.com', password: 'correct horse battery' }
  const payload = { ...person, firstName: 'An', lastName: 'Trần' }
  await app.inject({ method: 'POST', url: '/identity/users', payload })
  const basic = Buffer.from(`${person.username}:${person.password}`).toString('base64')
  const headers = { authorization: `Basic ${basic}` }
  const reply = await app.inject({ method: 'POST', url: '/identity/users/auth', headers })
  return {
    config,
    log,
    database,
    app,
    session: `Bearer ${reply.json().result.sid}`,
    async close() {
      await app.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
