import { sql } from 'drizzle-orm'
import { type Db, query } from '../database'

/** Names are quoted as SQL needs them. */
export interface Table {
  name: string
  /** Without those that the database computes. */
  columns: string[]
}

/** The tables of the product, a partitioned one as a whole; what only describes running processes is left out. */
export async function tablesOf(db: Db): Promise<Table[]> {
  return query<{ name: string; columns: string[] }>(
    db,
    sql`select quote_ident(c.relname) as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname not in ('schema_migrations', 'schema_functions', 'processes', 'job_rounds', 'report_keys', 'used_proofs')
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by c.relname order by c.relname`,
  )
}

export interface Partition {
  name: string
  of: string
  /** `FOR VALUES FROM (…) TO (…)` */
  bounds: string
}

export async function listPartitions(db: Db): Promise<Partition[]> {
  return query<{ name: string; of: string; bounds: string }>(
    db,
    sql`select quote_ident(c.relname) as name, inhparent::regclass::text as of,
        pg_get_expr(c.relpartbound, c.oid) as bounds
      from pg_inherits join pg_class c on c.oid = inhrelid
      where c.relkind = 'r' and c.relispartition and c.relnamespace = 'public'::regnamespace
      order by 2, 1`,
  )
}

export interface SequenceState {
  name: string
  value: bigint
  isCalled: boolean
}

/** Sequences take no part in transactions: read after the rows they never lag behind them. */
export async function sequencesOf(db: Db): Promise<SequenceState[]> {
  const names = await query<{ name: string }>(
    db,
    sql`select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public' order by 1`,
  )
  const states: SequenceState[] = []
  for (const { name } of names) {
    const statement = sql.raw(`select last_value as value, is_called as "isCalled" from ${name}`)
    const [state] = await query<{ value: bigint; isCalled: boolean }>(db, statement)
    if (state) states.push({ name, ...state })
  }
  return states
}

export interface ForeignKey {
  table: string
  name: string
  definition: string
}

export async function foreignKeysOf(db: Db): Promise<ForeignKey[]> {
  return query<{ table: string; name: string; definition: string }>(
    db,
    sql`select conrelid::regclass::text as table, quote_ident(conname) as name,
        pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
}
