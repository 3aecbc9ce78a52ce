import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type Database, query } from '../../platform/db/database'
import { filling } from './filling'
import { KEYS_OF_INSTALLATION } from './rows-of-installation'
import { KEYS_OF_PEOPLE } from './rows-of-people'

const SIZE = { users: 4, codes: 20 }

/** What the rows of every installation of filling.ts name, by key; the content of each is its key. */
export const STORED_KEYS: readonly string[] = [...KEYS_OF_PEOPLE, ...KEYS_OF_INSTALLATION]

/** Fills every table of an empty database. */
export const fillEveryTable = (database: Database): Promise<void> =>
  database.transaction(async (tx) => {
    for (const statement of filling(SIZE)) await tx.execute(sql.raw(statement))
  })

/** Writes the stored files that the rows name. */
export async function storeFiles(dataDir: string): Promise<void> {
  for (const key of STORED_KEYS) {
    const path = join(dataDir, 'files', key)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, key)
  }
}

export type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

/** All rows by table, a partitioned one as a whole, in an order of their own; but what describes the schema. */
export async function everyRow({ db }: Pick<Database, 'db'>): Promise<Rows> {
  const tables = await query<{ name: string }>(
    db,
    sql`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname not in ('schema_migrations', 'schema_functions') order by 1`,
  )
  const all: Record<string, Readonly<Record<string, unknown>>[]> = {}
  for (const { name } of tables) {
    const rows = await query<{ row: Record<string, unknown> }>(
      db,
      sql`select to_jsonb(t) as row from ${sql.identifier(name)} t order by t::text`,
    )
    all[name] = rows.map(({ row }) => row)
  }
  return all
}
