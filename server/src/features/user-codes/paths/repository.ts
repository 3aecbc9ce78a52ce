import type { DomainPath } from '@scanleaf/shared'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'
import { givesWay, hasOtherId } from '../id-rules'
import { domainPaths, userCodes } from '../table'

/** A path, and the code that it leads to. */
export interface CodePath extends DomainPath {
  codeId: string
}

/** The owner's dynamic codes among these, locked until the transaction ends. */
export async function lockPathCodes(tx: Db, userId: string, codeIds: readonly string[]) {
  const isOwn = and(eq(userCodes.userId, userId), isNull(userCodes.deletedAt))
  const rows = await tx
    .select({ id: userCodes.id, dynamicId: userCodes.dynamicId, target: userCodes.target })
    .from(userCodes)
    .where(and(isOwn, inArray(userCodes.id, [...codeIds]), eq(userCodes.productId, 'dynamic-code')))
    // In one order, so that two such calls cannot wait for each other.
    .orderBy(userCodes.id)
    .for('update')
  return new Map(rows.map((row) => [row.id, row]))
}

const asked = (paths: readonly DomainPath[]) => sql`unnest(
    ${sql.param(paths.map(({ host }) => host))}::text[], ${sql.param(paths.map(({ path }) => path))}::text[]
  )`

/** Of these paths those that already lead to a code of the owner, by themselves or as its id. */
export async function findOpenPaths(
  db: Db,
  userId: string,
  paths: readonly DomainPath[],
): Promise<CodePath[]> {
  if (paths.length === 0) return []
  return query<CodePath & Record<string, unknown>>(
    db,
    sql`select asked.host, asked.path, coalesce(printed.code_id, own.code_id) as "codeId"
      from ${asked(paths)} as asked (host, path)
      left join domain_paths printed
        on printed.user_id = ${userId} and printed.host = asked.host and printed.path = asked.path
          and not ${givesWay(sql`printed.code_id`)}
      left join dynamic_ids own on own.key = lower(substr(asked.path, 2)) and own.user_id = ${userId}
        and not ${givesWay(sql`own.code_id`)}
      where coalesce(printed.code_id, own.code_id) is not null`,
  )
}

/**
 * Writes paths that no other code of the owner has, in one statement. Of several codes
 * for one path that has it which had it before, else the first.
 * @returns those that lead to their code now
 */
export async function insertPaths(tx: Db, userId: string, paths: readonly CodePath[]): Promise<CodePath[]> {
  return query<CodePath & Record<string, unknown>>(
    tx,
    sql`insert into domain_paths as kept (user_id, host, path, code_id)
      select distinct on (asked.host, asked.path) ${userId}, asked.host, asked.path, asked.code_id
      from unnest(
        ${sql.param(paths.map(({ host }) => host))}::text[], ${sql.param(paths.map(({ path }) => path))}::text[],
        ${sql.param(paths.map(({ codeId }) => codeId))}::uuid[]
      ) with ordinality as asked (host, path, code_id, place)
      left join domain_paths had on had.user_id = ${userId} and had.host = asked.host and had.path = asked.path
      where not ${hasOtherId(userId, sql`asked.path`, sql`asked.code_id`)}
      order by asked.host, asked.path, had.code_id is distinct from asked.code_id, asked.place
      on conflict (user_id, host, path) do update set code_id = excluded.code_id
        where kept.code_id = excluded.code_id
      returning host, path, code_id as "codeId"`,
  )
}

export async function deletePath(tx: Db, userId: string, { host, path, codeId }: CodePath): Promise<void> {
  const isIt = and(eq(domainPaths.userId, userId), eq(domainPaths.host, host), eq(domainPaths.path, path))
  await tx.delete(domainPaths).where(and(isIt, eq(domainPaths.codeId, codeId)))
}

export async function findPaths(db: Db, codeIds: readonly string[]): Promise<CodePath[]> {
  if (codeIds.length === 0) return []
  const { host, path, codeId, createdAt } = domainPaths
  return db
    .select({ host, path, codeId })
    .from(domainPaths)
    .where(inArray(codeId, [...codeIds]))
    .orderBy(createdAt, host, sql`${path} collate "C"`)
}

/** How many paths of codes that are not deleted an owner's domain serves. */
export async function countPaths(db: Db, userId: string, host: string): Promise<number> {
  const [row] = await query<{ paths: number }>(
    db,
    sql`select count(*)::int as paths from redirect_paths where user_id = ${userId} and host = ${host}`,
  )
  return row?.paths ?? 0
}
