import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { ConfigError } from '../app-error'
import { isBeforeBaseline } from './before-baseline'
import { type Database, type Db, query } from './database'
import { applyNextFunctions, type FunctionFile, makeFunctionsTable, readFunctions } from './functions'
import { sqlState } from './query-error'
import { readSqlFiles, type SqlFile, sqlFolder } from './sql-files'

/** Any number, the same in every version: its holder migrates. */
const ADVISORY_LOCK = 7_226_532_753n

/** All statements of the running servers queue behind a migration that waits for a table: it lets them go and tries again. */
const LOCK_TIMEOUT_MS = 300
const LOCK_RETRY_MS = 700
const LOCK_ATTEMPTS = 300

const LOCK_NOT_AVAILABLE = '55P03'

/** A migration that begins like this is one statement, repeated until it returns no row. */
const IN_BATCHES = '-- In batches'

/**
 * Last migration of the oldest version that runs on the schema of this one: the version before, which a roll-out may need
 * again. It is recorded with each migration, for that version to read.
 */
export const SERVES_SINCE = '0000_baseline'

/** `servesSince`: null for a dump, which is restored by its own version or a later one. */
export type AppliedMigration = Pick<SqlFile, 'name' | 'sha256'> & { servesSince?: string | null }

/** What a start found, for its log. */
interface Migrated {
  /** Last migration of a newer version, on whose schema this one runs; null when the schema is this version’s. */
  newerSchema: string | null
}

/**
 * Brings the schema to this program's version: every file of `server/migrations` (`0000_name.sql`, in order of name)
 * that `schema_migrations` does not list, then the functions and triggers of `server/sql` that are not up to date,
 * each file in a transaction of its own under an advisory lock, so that of several starters at once one migrates and
 * the others wait. A newer schema that serves this version stays as it is.
 * @throws ConfigError when an applied migration has changed, when the schema is newer and does not serve this version, or
 * when others lock a table for minutes
 */
export async function migrate(
  database: Database,
  functions = readFunctions(),
  migrations = readMigrations(),
): Promise<Migrated> {
  const step = () =>
    database.transaction((tx) => applyNext(tx, migrations, functions), { statementTimeoutMs: null })
  while (!(await withLocks(step))) {}
  const { name } = await lastMigration(database.db)
  return { newerSchema: migrations.some((own) => own.name === name) ? null : name }
}

async function withLocks<T>(step: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step()
    } catch (cause) {
      if (sqlState(cause) !== LOCK_NOT_AVAILABLE) throw cause
      if (attempt === LOCK_ATTEMPTS) {
        throw new ConfigError(
          'The database (DATABASE_URL) cannot be migrated while a long transaction locks its tables, such as a dump: end it, then start again.',
          { cause },
        )
      }
      await sleep(LOCK_RETRY_MS)
    }
  }
}

export const readMigrations = (): SqlFile[] => readSqlFiles(sqlFolder('migrations'))

/** True when nothing was left to apply. */
async function applyNext(tx: Db, migrations: SqlFile[], functions: FunctionFile[]): Promise<boolean> {
  await lockMigrations(tx)
  await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`))
  const applied = await appliedMigrations(tx)
  refuseForeign(applied, migrations, 'The database (DATABASE_URL or DATA_DIR)')
  const next = migrations.find(({ name }) => !applied.some((done) => done.name === name))
  if (!next) return applyNextFunctions(tx, functions)
  await applyMigration(tx, next)
  return false
}

/** @throws ConfigError unless this program runs on the schema, with no migration of its own to apply */
export async function refuseOtherVersion({ db }: Database): Promise<void> {
  const [found] = await query(db, sql`select to_regclass('public.schema_migrations') as name`)
  const isEmpty = found?.['name'] === null
  const applied = isEmpty ? [] : await appliedMigrations(db)
  const migrations = readMigrations()
  refuseForeign(applied, migrations, 'The database (DATABASE_URL or DATA_DIR)')
  if (applied.length >= migrations.length) return
  throw new ConfigError(
    `The database (DATABASE_URL or DATA_DIR) is ${isEmpty ? 'empty' : 'of an older version'}: start this version of the program once to migrate it.`,
  )
}

export const appliedMigrations = (db: Db) =>
  query<{ name: string; sha256: string; servesSince: string | null }>(
    db,
    // A table from before the first release has no such column.
    sql`select name, sha256, to_jsonb(m) ->> 'serves_since' as "servesSince" from schema_migrations m order by name`,
  )

const appliedAt = async (db: Db, order: 'asc' | 'desc') => {
  const statement = sql.raw(
    `select name, applied_at as at from schema_migrations order by name ${order} limit 1`,
  )
  const [row] = await query<{ name: string; at: string }>(db, statement)
  if (!row) throw new Error('the database was never migrated')
  return { name: row.name, appliedAt: new Date(row.at) }
}

/** Current schema version. */
export const lastMigration = (db: Db) => appliedAt(db, 'desc')

/** Since when this installation exists. */
export const firstMigratedAt = async (db: Db): Promise<Date> => (await appliedAt(db, 'asc')).appliedAt

/** Until the transaction ends nobody else migrates. */
export async function lockMigrations(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`)
  await tx.execute(sql`
    create table if not exists schema_migrations (
      name text primary key,
      sha256 text not null,
      serves_since text,
      applied_at timestamptz not null default now()
    )`)
  await makeFunctionsTable(tx)
}

/** The whole migration, or one batch of it: applied once a batch returned no row. */
export async function applyMigration(tx: Db, { name, sha256, statements }: SqlFile): Promise<void> {
  for (const statement of statements) {
    const rows = await query(tx, sql.raw(statement))
    if (statement.startsWith(IN_BATCHES) && rows.length > 0) return
  }
  await tx.execute(
    sql`insert into schema_migrations (name, sha256, serves_since) values (${name}, ${sha256}, ${SERVES_SINCE})`,
  )
}

/** @throws ConfigError when `what` has migrations that this program does not have as they were, and that do not serve it */
export function refuseForeign(applied: AppliedMigration[], migrations: SqlFile[], what: string): void {
  if (isBeforeBaseline(applied)) {
    throw new ConfigError(
      `${what} was created before the first release: let the last version of before start on it and dump it (npm run db:dump), then restore that dump into an empty database (npm run db:restore).`,
    )
  }
  const last = migrations.at(-1)?.name ?? ''
  for (const { name, sha256, servesSince } of applied) {
    const known = migrations.find((migration) => migration.name === name)
    if (!known && servesSince && servesSince <= last && name > last) continue
    if (!known) {
      throw new ConfigError(
        `${what} was created by a newer version of this program (migration ${name}): use that version or a later one.`,
      )
    }
    if (known.sha256 !== sha256) {
      throw new ConfigError(
        `${what} was created with a different version of the migration file ${name}: restore the original file and write the change as a new migration.`,
      )
    }
  }
}
