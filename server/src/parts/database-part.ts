import { setTimeout as pause } from 'node:timers/promises'
import { recordVatRate } from '../features/billing'
import { restoreAsRequested } from '../platform/backup/restore-request'
import type { Config } from '../platform/config/config'
import { migrate, openDatabase } from '../platform/db'
import type { Database } from '../platform/db/database'
import { isUnavailable } from '../platform/db/query-error'
import type { Log } from '../platform/logging'
import { followSiteSettings } from '../platform/site-settings'
import { EVERYWHERE, part, type SharedDependencies, TRY_AGAIN_MS } from './declare-part'

/** While PostgreSQL is away, the log says so this often. */
const REMIND_EVERY = 60

/** The database, migrated; opening waits for a PostgreSQL that is away. */
export const databasePart = ({ config, log }: SharedDependencies) =>
  part({
    name: 'database',
    roles: EVERYWHERE,
    needs: [],
    async start() {
      const stopping = new AbortController()
      const first = openMigrated(config, log)
      const opened = first.catch((error) => openOnceReachable(error, config, log, stopping.signal))
      opened.catch(() => {})
      // A DATABASE_URL that is refused leaves nothing on disk; the redirect loads while an embedded one opens, and
      // its dependents get its failure.
      if (config.databaseUrl !== null) await first.catch(unlessUnreachable)
      const close = async () => {
        stopping.abort()
        await opened.then(
          (database) => database.close(),
          () => {},
        )
      }
      return { opened, close }
    },
  })

async function openMigrated(config: Config, log: Log): Promise<Database> {
  await restoreAsRequested(config, log)
  const database = await openDatabase(config)
  try {
    const { newerSchema } = await migrate(database)
    if (newerSchema)
      log.warn({ migration: newerSchema }, 'the database is of a newer version, which serves this one')
    if (config.billing) await recordVatRate(database.db, config.vatRate)
    const unfollow = await followSiteSettings(database, config)
    return { ...database, close: () => unfollow().finally(() => database.close()) }
  } catch (error) {
    await database.close()
    throw error
  }
}

function unlessUnreachable(error: unknown): void {
  if (!isUnavailable(error)) throw error
}

/**
 * Waits for a PostgreSQL that is away, for as long as it takes: a program that ended would be restarted until its
 * supervisor gives up, with every printed code down.
 * @param error why it could not be opened so far
 * @throws whatever only an operator can fix, at once
 */
async function openOnceReachable(
  error: unknown,
  config: Config,
  log: Log,
  signal: AbortSignal,
): Promise<Database> {
  let reason = error
  for (let tries = 0; ; tries++) {
    unlessUnreachable(reason)
    if (tries % REMIND_EVERY === 0) log.warn({ err: reason }, 'waiting for PostgreSQL')
    await pause(TRY_AGAIN_MS, undefined, { signal })
    try {
      return await openMigrated(config, log)
    } catch (next) {
      reason = next
    }
  }
}
