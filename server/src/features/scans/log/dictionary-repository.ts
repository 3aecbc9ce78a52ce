import { type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'

/** A table that gives numbers to its entries. */
export interface DictionaryTable {
  name: string
  number: string
  columns: readonly string[]
  type: 'text' | 'uuid'
}

/** The texts of one entry, in the order of the columns of its table. */
export type Entry = readonly string[]

/** Only the last column of a table may contain any character. */
export const keyOf = (entry: Entry): string => entry.join('\n')

/** The numbers of the entries that the table has, by key. */
export async function findNumbers(
  db: Db,
  table: DictionaryTable,
  entries: readonly Entry[],
): Promise<Map<string, number>> {
  const columns = columnsOf(table)
  const rows = await query<{ number: number } & Record<string, unknown>>(
    db,
    sql`select ${sql.identifier(table.number)} as number, ${columns}
      from ${sql.identifier(table.name)} join ${asked(table, entries)} using (${columns})`,
  )
  return new Map(rows.map((row) => [keyOf(table.columns.map((name) => String(row[name]))), row.number]))
}

/** In the order of the key, so that two importers cannot lock each other out. */
export async function addEntries(db: Db, table: DictionaryTable, entries: readonly Entry[]): Promise<void> {
  const columns = columnsOf(table)
  await db.execute(sql`
    insert into ${sql.identifier(table.name)} (${columns})
    select ${columns} from ${asked(table, entries)} order by ${columns} on conflict do nothing`)
}

/** About how many entries there are: numbers are given in sequence, and few are lost. */
export async function highestNumber(db: Db, table: DictionaryTable): Promise<number> {
  const [row] = await query<{ highest: number | null }>(
    db,
    sql`select max(${sql.identifier(table.number)}) as highest from ${sql.identifier(table.name)}`,
  )
  return row?.highest ?? 0
}

const columnsOf = ({ columns }: DictionaryTable): SQL =>
  sql.join(
    columns.map((name) => sql.identifier(name)),
    sql`, `,
  )

/** The entries as a table with the same columns. */
function asked(table: DictionaryTable, entries: readonly Entry[]): SQL {
  const lists = table.columns.map(
    (_, place) => sql`${sql.param(entries.map((entry) => entry[place]))}::${sql.raw(table.type)}[]`,
  )
  return sql`unnest(${sql.join(lists, sql`, `)}) as asked (${columnsOf(table)})`
}
