import { type SQL, sql } from 'drizzle-orm'
import { type Database, type Db, query } from '../../../platform/db/database'

/** A table that gives numbers to its entries. */
export interface DictionaryTable {
  name: string
  number: string
  columns: readonly string[]
  type: 'text' | 'uuid'
  /** Whether entries go when no scan of the log has them any more. */
  forgets: boolean
}

const TODAY = sql`(now() at time zone 'UTC')::date`

/** The texts of one entry, in the order of the columns of its table. */
export type DictionaryEntry = readonly string[]

/** Only the last column of a table may contain any character. */
export const keyOf = (entry: DictionaryEntry): string => entry.join('\n')

/** The numbers of the entries that the table has, by key; for today none of them is forgotten. */
export async function findNumbers(
  db: Db,
  table: DictionaryTable,
  entries: readonly DictionaryEntry[],
): Promise<Map<string, number>> {
  const columns = columnsOf(table)
  const isStale = table.forgets ? sql`used_on < ${TODAY}` : sql`false`
  const rows = await query<{ number: number; isStale: boolean } & Record<string, unknown>>(
    db,
    sql`select ${sql.identifier(table.number)} as number, ${columns}, ${isStale} as "isStale"
      from ${sql.identifier(table.name)} join ${asked(table, entries)} using (${columns})`,
  )
  const stale = rows.filter((row) => row.isStale).map(({ number }) => number)
  const kept = new Set(await useToday(db, table, stale))
  return new Map(
    rows
      .filter((row) => !row.isStale || kept.has(row.number))
      .map((row) => [keyOf(table.columns.map((name) => String(row[name]))), row.number]),
  )
}

/** Those that were not forgotten meanwhile. Locked in the order of the numbers, so that two importers wait in turn. */
async function useToday(db: Db, { name, number }: DictionaryTable, numbers: number[]): Promise<number[]> {
  if (numbers.length === 0) return []
  const id = sql.identifier(number)
  const rows = await query<{ number: number }>(
    db,
    sql`update ${sql.identifier(name)} set used_on = ${TODAY}
        where ${id} in (
          select ${id} from ${sql.identifier(name)} where ${id} = any(${sql.param(numbers)}::int[])
          order by ${id} for no key update
        )
        returning ${id} as number`,
  )
  return rows.map((row) => row.number)
}

/** In the order of the key, so that two importers cannot lock each other out. */
export async function addEntries(
  db: Db,
  table: DictionaryTable,
  entries: readonly DictionaryEntry[],
): Promise<void> {
  const columns = columnsOf(table)
  await db.execute(sql`
    insert into ${sql.identifier(table.name)} (${columns})
    select ${columns} from ${asked(table, entries)} order by ${columns} on conflict do nothing`)
}

/** How many entries fit below a limit, at most as many as are wanted. */
export async function roomFor(
  db: Db,
  { name, number }: DictionaryTable,
  limit: number,
  wanted: number,
): Promise<number> {
  const table = sql.identifier(name)
  const entries = async (size: SQL) =>
    Number(
      (await query<{ size: bigint | null }>(db, sql`select ${size} as size from ${table}`))[0]?.size ?? 0,
    )
  // The highest number is at least as high as there are entries, and found at once.
  const left = limit - (await entries(sql`max(${sql.identifier(number)})`))
  return left >= wanted ? wanted : Math.max(0, Math.min(wanted, limit - (await entries(sql`count(*)`))))
}

const FORGOTTEN_AT_ONCE = 5_000
/** Longer than any process remembers a number, and any import takes after it has looked one up. */
const SPARED_DAYS = 7

/**
 * Deletes entries that no scan of the log or the inbox has any more: those last used before their first days, as scans are never
 * later than their import. Whoever finds one meanwhile uses it and it stays, or adds it again under another number.
 */
export async function forgetUnused({ db }: Database, { name, number }: DictionaryTable): Promise<void> {
  const table = sql.identifier(name)
  const id = sql.identifier(number)
  const isUnused = sql`used_on < least(
    ${TODAY} - ${SPARED_DAYS}::int,
    (select min(to_date(right(inhrelid::regclass::text, 10), 'YYYY_MM_DD')) from pg_inherits
      where inhparent = 'scan_log'::regclass) - 1,
    (select min(at at time zone 'UTC') from scan_inbox)::date - 1
  )`
  let forgotten: unknown[]
  do {
    forgotten = await query(
      db,
      sql`delete from ${table} where ${isUnused} and ${id} in (
            select ${id} from ${table} where ${isUnused} limit ${FORGOTTEN_AT_ONCE})
          returning 1 as one`,
    )
  } while (forgotten.length === FORGOTTEN_AT_ONCE)
}

const columnsOf = ({ columns }: DictionaryTable): SQL =>
  sql.join(
    columns.map((name) => sql.identifier(name)),
    sql`, `,
  )

/** The entries as a table with the same columns. */
function asked(table: DictionaryTable, entries: readonly DictionaryEntry[]): SQL {
  const lists = table.columns.map(
    (_, place) => sql`${sql.param(entries.map((entry) => entry[place]))}::${sql.raw(table.type)}[]`,
  )
  return sql`unnest(${sql.join(lists, sql`, `)}) as asked (${columnsOf(table)})`
}
