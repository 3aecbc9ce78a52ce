import { sql } from 'drizzle-orm'
import { ConfigError } from '../../app-error'
import { type Db, query } from '../database'

async function hasUsersTable(db: Db): Promise<boolean> {
  const [row] = await query<{ found: boolean }>(
    db,
    sql`select to_regclass('public.users') is not null as found`,
  )
  return row?.found === true
}

/** Whether somebody has registered, or once had. */
export async function hasRegistered(db: Db): Promise<boolean> {
  if (!(await hasUsersTable(db))) return false
  const [row] = await query<{ found: boolean }>(
    db,
    sql`select exists (select from users)
      or exists (select from installation where first_admin_id is not null) as found`,
  )
  return row?.found === true
}

/** @throws ConfigError when somebody has registered, or once had */
export async function refuseRegistered(db: Db): Promise<void> {
  if (await hasRegistered(db))
    throw new ConfigError(
      'Somebody has registered already, and nothing was changed: set DATABASE_URL to a new database, or DATA_DIR to a new folder.',
    )
}

/**
 * Drops the tables, views and functions of an installation in which nobody has registered; what extensions own stays.
 * Registrations wait until the transaction ends.
 * @throws ConfigError when somebody has registered
 */
export async function dropUnused(tx: Db): Promise<void> {
  if (await hasUsersTable(tx)) await tx.execute(sql`lock table users in access exclusive mode`)
  await refuseRegistered(tx)
  await tx.execute(sql`do $$
    declare
      found record;
    begin
      for found in
        select format('%I', relname) as name, relkind = 'v' as is_view from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
          and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
      loop
        execute format('drop %s if exists public.%s cascade', case when found.is_view then 'view' else 'table' end, found.name);
      end loop;
      for found in
        select oid::regprocedure as name from pg_proc
        where pronamespace = 'public'::regnamespace and prokind = 'f'
          and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
      loop
        execute format('drop function if exists %s cascade', found.name);
      end loop;
    end
  $$`)
}
