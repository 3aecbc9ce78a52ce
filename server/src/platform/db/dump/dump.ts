import { existsSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { ConfigError } from '../../app-error'
import { type Database, type Db, query, readAndUnlock } from '../database'
import { type AppliedMigration, appliedMigrations } from '../migrate'
import { listPartitions, sequencesOf, tablesOf } from './catalog'
import { DUMP_FORMAT, type DumpLine, ROW_START } from './dump-format'

const ROWS_AT_ONCE = 500

/** The table that a dump can leave out: a row for each scan, whose counts other tables keep. */
export const SCAN_LOG = 'scan_log'

/**
 * Writes all rows, as of one moment, to `file`: it appears whole or not at all.
 * @param without tables whose rows are left out
 * @returns the number of rows
 * @throws ConfigError when the file exists or cannot be written, or when nothing was migrated yet
 */
export async function dumpDatabase(
  database: Database,
  file: string,
  { without = [] }: { without?: readonly (typeof SCAN_LOG)[] } = {},
): Promise<number> {
  if (existsSync(file)) throw new ConfigError(`${file} already exists: choose another file name.`)
  const draft = `${file}.part`
  try {
    const out = await open(draft, 'w', 0o600)
    try {
      const rows = await database.transaction((tx) => writeRows(tx, out, without), {
        statementTimeoutMs: null,
      })
      await out.sync()
      await rename(draft, file)
      return rows
    } finally {
      await out.close()
      await rm(draft, { force: true })
    }
  } catch (error) {
    throw fileError(error, file)
  }
}

async function writeRows(tx: Db, out: FileHandle, without: readonly string[]): Promise<number> {
  await tx.execute(sql`set transaction isolation level repeatable read, read only`)
  await writeLine(out, { format: DUMP_FORMAT, migrations: await migrationsOf(tx), without: [...without] })
  const partitions = await listPartitions(tx)
  for (const { name, of, bounds } of partitions) {
    await writeLine(out, { partition: name, of, bounds })
  }
  let rows = 0
  for (const { name, columns } of await tablesOf(tx)) {
    if (without.includes(name)) continue
    await writeLine(out, { table: name, columns })
    const parts = partitions.filter(({ of }) => of === name).map((partition) => partition.name)
    // Years of the log have more partitions than one transaction can lock.
    for (const part of parts.length > 0 ? parts : [name])
      rows += await readAndUnlock(tx, () => writeTable(tx, out, part))
  }
  for (const { name, value, isCalled } of await sequencesOf(tx)) {
    await writeLine(out, { sequence: name, value: String(value), isCalled })
  }
  await writeLine(out, { rows })
  return rows
}

async function migrationsOf(tx: Db): Promise<AppliedMigration[]> {
  const [found] = await query(tx, sql`select to_regclass('public.schema_migrations') as name`)
  if (found?.['name'] === null) {
    throw new ConfigError('The database (DATABASE_URL or DATA_DIR) is empty: there is nothing to dump.')
  }
  return appliedMigrations(tx)
}

/** Each row travels as the JSON text that the database writes: no value passes through a JavaScript number. */
async function writeTable(tx: Db, out: FileHandle, table: string): Promise<number> {
  await tx.execute(
    sql.raw(
      `declare dumped no scroll cursor for select to_jsonb(dumped_row)::text as row from ${table} dumped_row`,
    ),
  )
  let count = 0
  for (;;) {
    const rows = await query<{ row: string }>(tx, sql.raw(`fetch ${ROWS_AT_ONCE} from dumped`))
    if (rows.length === 0) break
    count += rows.length
    await out.writeFile(rows.map(({ row }) => `${ROW_START}${row}}\n`).join(''))
  }
  await tx.execute(sql`close dumped`)
  return count
}

const writeLine = (out: FileHandle, line: DumpLine) => out.writeFile(`${JSON.stringify(line)}\n`)

/** What went wrong with the file, as a sentence; other errors as they are. */
export function fileError(error: unknown, file: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined) return error
  return new ConfigError(`${file} cannot be used (${code}): choose another file.`, { cause: error })
}
