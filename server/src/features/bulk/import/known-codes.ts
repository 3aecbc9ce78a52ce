import { type DomainPath, dynamicIdKey, pathAddress } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'
import { findOpenPaths, findRefusedIds } from '../../user-codes'

/** A code of the account that is there already. */
export interface KnownCode {
  id: string
  target: string | null
  enabled: boolean
}

/** What of a part of a file the account has already, by address, id and content. */
export interface Known {
  /** By the whole address of a path. */
  paths: Map<string, KnownCode>
  /** By id in lower case; null for one that somebody else has or had. */
  ids: Map<string, KnownCode | null>
}

/** Codes of these paths and ids, in three statements. */
export async function findKnown(
  db: Db,
  userId: string,
  paths: readonly DomainPath[],
  ids: readonly string[],
): Promise<Known> {
  const open = await findOpenPaths(db, userId, paths)
  const refused = await findRefusedIds(db, userId, ids)
  const codes = await findTargets(db, userId, [...open.map(({ codeId }) => codeId)], [...refused.keys()])
  const byId = new Map(codes.map((code) => [code.id, code]))
  const byKey = new Map(codes.map((code) => [code.key, code]))
  return {
    paths: new Map(
      open.flatMap((each) => {
        const code = byId.get(each.codeId)
        return code ? [[pathAddress(each), code] as const] : []
      }),
    ),
    ids: new Map([...refused.keys()].map((key) => [dynamicIdKey(key), byKey.get(key) ?? null])),
  }
}

type Found = KnownCode & { key: string | null }

const findTargets = (
  db: Db,
  userId: string,
  codeIds: readonly string[],
  keys: readonly string[],
): Promise<Found[]> =>
  codeIds.length + keys.length === 0
    ? Promise.resolve([])
    : query<Found & Record<string, unknown>>(
        db,
        sql`select id, target, enabled, lower(dynamic_id) as key from user_codes
          where user_id = ${userId} and deleted_at is null and purged_at is null
            and (id = any(${sql.param([...codeIds])}::uuid[]) or lower(dynamic_id) = any(${sql.param([...keys])}::text[]))`,
      )

/** Codes that were imported before, by what their file told of them. */
export async function findImported(db: Db, userId: string): Promise<Map<string, KnownCode>> {
  const rows = await query<KnownCode & { url: string | null; name: string } & Record<string, unknown>>(
    db,
    sql`select id, target, enabled, name, imported ->> 'url' as url from user_codes
      where user_id = ${userId} and deleted_at is null and imported is not null and target is not null`,
  )
  return new Map(
    rows.map(({ url, name, ...code }) => [importedKey({ url, name, target: code.target }), code]),
  )
}

/** By its old address and its target; a row without an address is known by its name. */
export const importedKey = (code: { url: string | null; name: string; target: string | null }): string =>
  JSON.stringify([code.url, code.url === null ? code.name : '', code.target])

/** Static codes with one of these contents, by type and content. */
export async function findStatic(
  db: Db,
  userId: string,
  contents: readonly { contentType: string; codeContent: string }[],
): Promise<Map<string, string>> {
  if (contents.length === 0) return new Map()
  const rows = await query<{ id: string; contentType: string; codeContent: string }>(
    db,
    sql`select id, content_type as "contentType", code_content as "codeContent" from user_codes
      where user_id = ${userId} and product_id = 'static-code' and deleted_at is null
        and code_content = any(${sql.param(contents.map(({ codeContent }) => codeContent))}::text[])`,
  )
  return new Map(rows.map((row) => [staticKey(row), row.id]))
}

export const staticKey = ({
  contentType,
  codeContent,
}: {
  contentType: string
  codeContent: string
}): string => `${contentType} ${codeContent}`
