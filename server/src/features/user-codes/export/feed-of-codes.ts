import type { Db } from '../../../platform/db/database'
import { codeRedirectOf } from '../present'
import { findNewestCodes, type UserCodeRow } from '../repository'

const AT_ONCE = 500
/** By the names of the wire. */
const HEAD = ['id', 'name', 'type', 'link', 'target', 'enabled', 'tags', 'scans', 'createdAt', 'updatedAt']

/**
 * An owner's codes with their scans as rows for a spreadsheet, the head first: dynamic codes, then static ones, each the
 * newest first. No address of a person, and nothing of a content but where its link leads.
 */
export async function* feedOfCodes(db: Db, codeHost: string, userId: string): AsyncGenerator<string[]> {
  yield HEAD
  for (const productId of ['dynamic-code', 'static-code'] as const)
    for (let before: number | undefined; ; ) {
      const part = await findNewestCodes(db, { userId, productId, ...(before && { before }) }, AT_ONCE)
      for (const row of part) yield cellsOf(row, codeHost)
      before = part.at(-1)?.ordinal
      if (part.length < AT_ONCE) break
    }
}

const cellsOf = (row: UserCodeRow, codeHost: string): string[] => [
  ...[row.id, row.name, row.contentType, codeRedirectOf(row, codeHost) ?? '', row.target ?? ''],
  ...[String(row.enabled), row.tags.join(', '), String(row.scans)],
  ...[row.createdAt.toISOString(), row.updatedAt.toISOString()],
]
