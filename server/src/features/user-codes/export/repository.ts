import { sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'
import type { PathTarget } from './redirect-maps'

const IS_TAKEN_DOWN = sql`exists (
  select from code_takedowns where key = lower(dynamic_id) and lifted_at is null
)`

/** A dynamic code as the redirect knows it. */
export interface CodeTarget {
  id: string
  name: string
  target: string | null
  enabled: boolean
  isTakenDown: boolean
  ordinal: bigint
}

/** Some of an owner's dynamic codes, without what only pictures and lists need, behind one of them. */
export const findCodeTargets = (
  db: Db,
  userId: string,
  after: Pick<CodeTarget, 'ordinal'> | null,
  limit: number,
): Promise<CodeTarget[]> =>
  query<CodeTarget & Record<string, unknown>>(
    db,
    sql`select dynamic_id as id, name, target, enabled, ordinal, ${IS_TAKEN_DOWN} as "isTakenDown"
      from user_codes
      where user_id = ${userId} and product_id = 'dynamic-code' and dynamic_id is not null and deleted_at is null
        and ordinal > ${after?.ordinal ?? 0n}
      order by ordinal limit ${limit}`,
  )

/** Some of the paths of an owner's codes that lead somewhere, behind one of them. */
export const findPathTargets = (
  db: Db,
  userId: string,
  after: Pick<PathTarget, 'host' | 'path'> | null,
  limit: number,
): Promise<PathTarget[]> =>
  query<PathTarget & Record<string, unknown>>(
    db,
    sql`select host, path, dynamic_id as id, target
      from domain_paths join user_codes on user_codes.id = code_id and user_codes.user_id = domain_paths.user_id
      where domain_paths.user_id = ${userId} and dynamic_id is not null and deleted_at is null and enabled
        and not ${IS_TAKEN_DOWN}
        ${after === null ? sql`` : sql`and (host, path) > (${after.host}, ${after.path})`}
      order by host, path limit ${limit}`,
  )

/** The domains of an owner's paths, in their order. */
export async function findPathHosts(db: Db, userId: string): Promise<string[]> {
  const rows = await query<{ host: string }>(
    db,
    sql`select distinct host from domain_paths where user_id = ${userId} order by host`,
  )
  return rows.map(({ host }) => host)
}
