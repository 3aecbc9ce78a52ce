import { createHash } from 'node:crypto'
import type { ListUserCodes } from '@scanleaf/shared'
import { jsonOrNull } from '@scanleaf/shared/json'
import * as z from 'zod'
import { AppError } from '../../../platform/app-error'

/** The last row of a page: its sort key, then the ordinal. */
export interface Position {
  /** Sort name, number of scans, or time of the last one; empty for a sort by creation. */
  key: string | number
  ordinal: number
}

const Cursor = z.tuple([
  z.string(),
  z.union([z.string().max(200), z.int().nonnegative()]),
  z.int().positive(),
])

/** Sorts whose key is a number. */
const NUMBER_SORTS: ReadonlySet<ListUserCodes['sort']> = new Set(['scanCounter', '-scanCounter', '-lastScan'])

/** Names the list that a cursor belongs to: the owner, the filters and the sort. */
function listOf(
  userId: string,
  { productId, q, contentType, tag, state, batch, sort }: ListUserCodes,
): string {
  const parts = [
    userId,
    productId,
    q ?? '',
    contentType ?? '',
    tag ?? '',
    state ?? '',
    batch ?? '',
    sort ?? '',
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16)
}

export const cursorAfter = (userId: string, list: ListUserCodes, { key, ordinal }: Position): string =>
  Buffer.from(JSON.stringify([listOf(userId, list), key, ordinal])).toString('base64url')

/**
 * A cursor is a place in a list of the caller's own, so there is nothing in it to sign; one of another list, or of
 * another person's, is refused.
 * @throws AppError BadRequest
 */
export function readCursor(userId: string, list: ListUserCodes & { cursor: string }): Position {
  const parsed = Cursor.safeParse(jsonOrNull(Buffer.from(list.cursor, 'base64url').toString()))
  if (!parsed.success) throw new AppError('BadRequest')
  const [of, key, ordinal] = parsed.data
  const isNumber = NUMBER_SORTS.has(list.sort)
  if (of !== listOf(userId, list) || (typeof key === 'number') !== isNumber) throw new AppError('BadRequest')
  return { key, ordinal }
}
