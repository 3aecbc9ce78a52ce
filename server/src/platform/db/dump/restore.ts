import { open } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { ConfigError } from '../../app-error'
import {
  dropMarks,
  GONE_COLUMNS,
  isBeforeBaseline,
  isGoneTable,
  isLastBeforeBaseline,
  isMovedTable,
} from '../before-baseline'
import { type Database, type Db, query } from '../database'
import {
  type AppliedMigration,
  applyMigration,
  lockMigrations,
  migrate,
  readMigrations,
  refuseForeign,
} from '../migrate'
import { QueryError } from '../query-error'
import { foreignKeysOf, type Table, tablesOf } from './catalog'
import { fileError, SCAN_LOG } from './dump'
import { DumpHead, DumpPart, ROW_START } from './dump-format'
import { dropUnused } from './unused'

const BATCH_CHARACTERS = 1_000_000

export interface RestoredDatabase {
  rows: number
  /** Tables and columns of the dump that this version does not have. */
  leftOut: string[]
}

/** A line that names them; nothing for none. */
export const leftOutText = (leftOut: readonly string[]): string =>
  leftOut.length > 0 ? `left out, since this version has them no more: ${leftOut.join(', ')}\n` : ''

/**
 * Fills an empty database from a dump, in one transaction, and migrates it to this program's version.
 * @param replacesUnused the tables of an installation in which nobody has registered are replaced
 * @throws ConfigError when the database is not empty, or the file is not a complete dump that this program can read
 */
export async function restoreDatabase(
  database: Database,
  file: string,
  replacesUnused = false,
): Promise<RestoredDatabase> {
  const input = await open(file).catch((error) => {
    throw fileError(error, file)
  })
  let restored: RestoredDatabase
  try {
    const lines = linesOf(input.createReadStream({ encoding: 'utf8', autoClose: false }))
    restored = await database.transaction(
      async (tx) => {
        if (replacesUnused) await dropUnused(tx)
        return restoreRows(tx, lines, file)
      },
      { statementTimeoutMs: null },
    )
  } finally {
    await input.close()
  }
  await migrate(database)
  return restored
}

async function restoreRows(
  tx: Db,
  lines: AsyncGenerator<string, void>,
  file: string,
): Promise<RestoredDatabase> {
  await refuseFilled(tx)
  const { migrations, without } = parsed(DumpHead, (await lines.next()).value ?? '', file)
  await makeSchema(tx, migrations, file)
  const tables = await tablesOf(tx)
  const putBack = await setAside(tx, tables)
  const isBefore = isBeforeBaseline(migrations)
  const loader = new Loader(tx, tables, file, isBefore)
  for await (const line of lines) await loader.take(line)
  const restored = loader.finish()
  if (isBefore) await dropMarks(tx)
  await orBroken(putBack(), file)
  if (without.includes(SCAN_LOG)) await tx.execute(sql`insert into restores_without_log default values`)
  return restored
}

/** Not by readline, which also ends a line at U+2028, as texts of users may contain it. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string, void> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

/** @throws ConfigError */
export async function refuseFilled(tx: Db): Promise<void> {
  const [{ count } = { count: 0n }] = await query<{ count: bigint }>(
    tx,
    sql`select count(*) as count from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S')`,
  )
  if (count > 0n) {
    throw new ConfigError(
      'The database is not empty, and nothing was changed: set DATABASE_URL to a new database, or DATA_DIR to a new folder.',
    )
  }
}

/** The schema at the time of the dump, or the first one; later migrations run with the rows in it. */
async function makeSchema(tx: Db, applied: AppliedMigration[], file: string): Promise<void> {
  const migrations = readMigrations()
  const isFirst = isLastBeforeBaseline(applied)
  if (!isFirst) refuseForeign(applied, migrations, `The dump ${file}`)
  await lockMigrations(tx)
  for (const [place, migration] of migrations.entries()) {
    const isOfDump = isFirst ? place === 0 : applied.some(({ name }) => name === migration.name)
    if (isOfDump) await applyMigration(tx, migration)
  }
}

/**
 * Drops what depends on the order of rows, and the rows that migrations inserted: the dump has them as they were then.
 * The returned function restores what was dropped, and so checks the whole.
 */
async function setAside(tx: Db, tables: Table[]): Promise<() => Promise<void>> {
  const foreignKeys = await foreignKeysOf(tx)
  const run = (statement: string) => tx.execute(sql.raw(statement))
  for (const { table, name } of foreignKeys) await run(`alter table ${table} drop constraint ${name}`)
  for (const { name } of tables) await run(`alter table ${name} disable trigger user`)
  await run(`truncate ${tables.map(({ name }) => name).join()}`)
  return async () => {
    for (const { name } of tables) await run(`alter table ${name} enable trigger user`)
    for (const { table, name, definition } of foreignKeys) {
      await run(`alter table ${table} add constraint ${name} ${definition}`)
    }
  }
}

/** Takes the lines of a dump one by one. */
class Loader {
  #table: Table | undefined
  /** From before the baseline, and not in the schema. */
  #goneTable: string | null = null
  readonly #leftOut: string[] = []
  #batch: string[] = []
  #characters = 0
  #rows = 0
  #leftOutRows = 0
  #isWhole = false

  constructor(
    private readonly tx: Db,
    private readonly tables: Table[],
    private readonly file: string,
    private readonly isBefore: boolean,
  ) {}

  async take(line: string): Promise<void> {
    if (this.#isWhole) throw broken(this.file)
    if (line.startsWith(ROW_START) && line.endsWith('}'))
      return this.#takeRow(line.slice(ROW_START.length, -1))
    await this.#flush()
    const part = parsed(DumpPart, line, this.file)
    if ('partition' in part) await this.#makePartition(part)
    else if ('table' in part) this.#beginTable(part)
    else if ('sequence' in part) {
      if (this.isBefore && isGoneTable(part.sequence.replace(/_id_seq$/, ''))) return
      await this.tx.execute(
        sql`select setval(${part.sequence}::regclass, ${part.value}::bigint, ${part.isCalled})`,
      )
    } else this.#isWhole = part.rows === this.#rows + this.#leftOutRows
  }

  finish(): RestoredDatabase {
    if (!this.#isWhole) throw broken(this.file)
    return { rows: this.#rows, leftOut: this.#leftOut }
  }

  /** Only names that the schema has get into a statement. */
  #beginTable({ table, columns }: { table: string; columns: string[] }): void {
    this.#goneTable = this.isBefore && isGoneTable(table) ? table : null
    if (this.#goneTable !== null) {
      this.#leftOut.push(table)
      return
    }
    const known = this.tables.find(({ name }) => name === table)
    const gone = this.isBefore ? (GONE_COLUMNS[table] ?? []) : []
    this.#leftOut.push(
      ...columns.filter((column) => gone.includes(column)).map((column) => `${table}.${column}`),
    )
    const kept = columns.filter((column) => !gone.includes(column))
    // One baseline has the columns in the order of the tables' files.
    const order = (names: readonly string[]) => (this.isBefore ? names.toSorted() : names).join()
    if (!known || order(kept) !== order(known.columns)) throw broken(this.file)
    this.#table = known
  }

  async #makePartition({ partition, of, bounds }: { partition: string; of: string; bounds: string }) {
    if (this.isBefore && isGoneTable(of)) return
    if (!this.tables.some(({ name }) => name === of)) throw broken(this.file)
    const made = this.tx.execute(sql.raw(`create table ${partition} partition of ${of} ${bounds}`))
    await orBroken(made, this.file)
  }

  async #takeRow(row: string): Promise<void> {
    if (this.#goneTable !== null) {
      if (isMovedTable(this.#goneTable)) throw notMoved(this.file, this.#goneTable)
      this.#leftOutRows++
      return
    }
    this.#batch.push(row)
    this.#characters += row.length
    this.#rows++
    if (this.#characters > BATCH_CHARACTERS) await this.#flush()
  }

  async #flush(): Promise<void> {
    if (this.#batch.length === 0) return
    if (!this.#table) throw broken(this.file)
    const { name, columns } = this.#table
    const rows = `[${this.#batch.join()}]`
    const inserted = this.tx.execute(
      sql`insert into ${sql.raw(name)} (${sql.raw(columns.join())}) overriding system value
        select ${sql.raw(columns.join())} from jsonb_populate_recordset(null::${sql.raw(name)}, ${rows}::jsonb)`,
    )
    await orBroken(inserted, this.file)
    this.#batch = []
    this.#characters = 0
  }
}

function parsed<T>(
  schema: { safeParse(value: unknown): { success: boolean; data?: T } },
  line: string,
  file: string,
): T {
  try {
    const { data } = schema.safeParse(JSON.parse(line))
    if (data !== undefined) return data
  } catch {
    // Reported below, like JSON of another shape.
  }
  throw broken(file)
}

const broken = (file: string, cause?: unknown) =>
  new ConfigError(
    `${file} is not a complete dump of this program: nothing was restored; choose another file.`,
    {
      cause,
    },
  )

const notMoved = (file: string, table: string) =>
  new ConfigError(
    `${file} has rows of ${table}, which that version was still moving: nothing was restored. Let its server run until both scans and scan_facets are empty, stop it, dump again.`,
  )

/** Rows that the schema refuses were not written by a dump. */
const orBroken = (work: Promise<unknown>, file: string) =>
  work.catch((error) => {
    throw error instanceof QueryError ? broken(file, error) : error
  })
