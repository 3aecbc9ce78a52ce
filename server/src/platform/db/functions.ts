import { sql } from 'drizzle-orm'
import { type Db, query } from './database'
import { readSqlFiles, type SqlFile, sqlFolder } from './sql-files'

/** Functions and triggers of one topic, in statements that can be repeated. */
export interface FunctionFile extends SqlFile {
  /** Rises with each change, so that a server of the previous version does not replace a later one. */
  revision: number
}

const REVISION = /^-- Revision (?<revision>\d+)\n/

export function readFunctions(folder = sqlFolder('sql')): FunctionFile[] {
  return readSqlFiles(folder).map((file) => {
    const revision = REVISION.exec(file.statements[0] ?? '')?.groups?.['revision']
    if (revision === undefined) throw new Error(`${file.name}.sql does not begin with its revision`)
    return { ...file, revision: Number(revision) }
  })
}

export async function makeFunctionsTable(tx: Db): Promise<void> {
  await tx.execute(sql`
    create table if not exists schema_functions (
      name text primary key,
      revision integer not null,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`)
}

/** True when nothing was left to apply. */
export async function applyNextFunctions(tx: Db, functions: FunctionFile[]): Promise<boolean> {
  const applied = await query<{ name: string; revision: number; sha256: string }>(
    tx,
    sql`select name, revision, sha256 from schema_functions`,
  )
  const next = functions.find(({ name, revision, sha256 }) => {
    const known = applied.find((file) => file.name === name)
    return !known || (known.sha256 !== sha256 && known.revision <= revision)
  })
  if (!next) return true
  const { name, revision, sha256, statements } = next
  for (const statement of statements) await tx.execute(sql.raw(statement))
  await tx.execute(sql`
    insert into schema_functions (name, revision, sha256) values (${name}, ${revision}, ${sha256})
    on conflict (name) do update
      set revision = excluded.revision, sha256 = excluded.sha256, applied_at = excluded.applied_at`)
  return false
}
