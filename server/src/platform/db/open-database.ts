import { join } from 'node:path'
import type { Database } from './database'
import { type Limits, REQUEST_LIMITS } from './timeouts'

const LINEAGE_FILE = 'database-timeline.json'
/** Of tools, which need no more. */
const POOL_SIZE = 10

interface DatabaseOptions {
  /** PostgreSQL; null for the embedded engine. */
  databaseUrl: string | null
  /** A PostgreSQL that follows it, for reads that may be a moment old. */
  databaseReplicaUrl?: string | null
  /** The most connections to PostgreSQL. */
  databasePoolSize?: number
  /**
   * The embedded engine keeps its data in `postgres` here; `memory://` keeps nothing. With PostgreSQL the newest
   * primary that was seen is remembered here.
   */
  dataDir: string
}

/** @throws ConfigError naming the setting and the fix; then nothing was left behind */
export async function openDatabase(
  { databaseUrl, databaseReplicaUrl = null, databasePoolSize = POOL_SIZE, dataDir }: DatabaseOptions,
  limits: Limits = REQUEST_LIMITS,
): Promise<Database> {
  // Only the engine in use is loaded.
  if (databaseUrl !== null) {
    const { openPostgres } = await import('./postgres/open-postgres')
    const replicaUrl = databaseReplicaUrl
    const lineageFile = dataDir === '' ? null : join(dataDir, LINEAGE_FILE)
    return openPostgres({ databaseUrl, replicaUrl, limits, poolSize: databasePoolSize, lineageFile })
  }
  const { openFolder } = await import('./embedded/open-folder')
  return openFolder(dataDir, limits)
}
