import { sql } from 'drizzle-orm'
import { Gauge, type Registry } from 'prom-client'
import { lastBackupAt } from '../backup/repository'
import { type Database, query } from '../db/database'
import { firstMigratedAt } from '../db/migrate'
import { addGauge } from './gauge'

/** A clock that took longer to be read says too little. */
const CLOCK_READ_WITHIN_MS = 1_000

/** What this process sees of its database, of a replica, and of their backups. */
export function addDatabase(registry: Registry, database: Database): void {
  addConnections(registry, database)
  const help = '1 while notifications of the database arrive, so that cached targets are current'
  addGauge(registry, 'scanleaf_database_listening', help, async () => (database.isListening() ? 1 : 0))
  const clock = 'Seconds that the clock of this machine is ahead of the database'
  addGauge(registry, 'scanleaf_clock_offset_seconds', clock, () => clockOffset(database))
  const backup = 'When the last backup was made; when the installation was, while there is none'
  addGauge(registry, 'scanleaf_backup_timestamp_seconds', backup, () => lastBackup(database))
  if (database.engine === 'postgres') {
    const archive = '1 when the last attempt to archive a WAL segment failed; only with archive_mode'
    addGauge(registry, 'scanleaf_wal_archive_failing', archive, () => archiveFailing(database))
  }
  if (database.replicaLag) addReplica(registry, database.replicaLag)
}

function addConnections(registry: Registry, database: Database): void {
  new Gauge({
    name: 'scanleaf_database_connections',
    help: 'Connections of the pool by state; waiting: work that has none yet',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(database.use())) this.set({ state }, count)
    },
  })
}

/** The lag of an unreachable replica is unknown: then it has no value, where other gauges keep their last one. */
function addReplica(registry: Registry, readLag: NonNullable<Database['replicaLag']>): void {
  const reachable = '1 while the replica answers; otherwise reads go to the primary'
  addGauge(registry, 'scanleaf_replica_reachable', reachable, () =>
    readLag().then(
      () => 1,
      () => 0,
    ),
  )
  new Gauge({
    name: 'scanleaf_replica_lag_seconds',
    help: 'Age of the last transaction that the replica has replayed; up to 15 in an idle installation',
    registers: [registry],
    async collect() {
      const seconds = await readLag().catch(() => null)
      if (seconds === null) this.remove()
      else this.set(seconds)
    },
  })
}

async function clockOffset({ db }: Database): Promise<number | null> {
  const before = Date.now()
  const [row] = await query<{ ms: number }>(
    db,
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`,
  )
  const after = Date.now()
  if (!row || after - before > CLOCK_READ_WITHIN_MS) return null
  // The database was read somewhere in between: half the round trip is the error.
  return ((before + after) / 2 - row.ms) / 1000
}

async function lastBackup({ db }: Database): Promise<number> {
  const at = (await lastBackupAt(db)) ?? (await firstMigratedAt(db))
  return at.getTime() / 1000
}

/** Null where WAL is not archived. */
async function archiveFailing({ db }: Database): Promise<number | null> {
  const [row] = await query<{ failing: boolean }>(
    db,
    sql`select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing
      from pg_stat_archiver where current_setting('archive_mode') <> 'off'`,
  )
  return row ? Number(row.failing) : null
}
