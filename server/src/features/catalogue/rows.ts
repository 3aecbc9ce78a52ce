import { foldText, type Paging, truncate } from '@scanleaf/shared'
import { and, asc, type Column, desc, like, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { AppError } from '../../platform/app-error'
import { searchOf } from '../../platform/search-text'

/** Longest text that is sorted by, in UTF-16 units. */
const MAX_SORT_LENGTH = 100

export const sortText = (text: string): string => truncate(foldText(text), MAX_SORT_LENGTH)

/** Rows whose search text has every word of a search; by the index over its keys, where there is one. */
export function hasWords(column: Column, typed: string | undefined): SQL | undefined {
  const words = searchOf(typed ?? '')
  const keys = words.flatMap((word) => word.keys)
  return and(
    ...words.map(({ pattern }) => like(column, pattern)),
    keys.length === 0
      ? undefined
      : sql`user_code_keys('', '', ${column}, '{}'::text[]) @> user_code_keys('', '', ${sql.param(keys)}::text[])`,
  )
}

/** Folded texts are compared by code points, on every engine. */
export const byText = (column: Column): SQL => sql`${column} collate "C"`

/**
 * The order of a list, the ids last so that it is one.
 * @param sort a name of `columns`, with `-` for the largest first
 */
export function orderOf(sort: string, columns: Record<string, SQLWrapper>, id: Column): SQL[] {
  const direction = sort.startsWith('-') ? desc : asc
  const column = columns[sort.replace('-', '')]
  if (column === undefined) throw new Error(`no column for the sort ${sort}`)
  return [direction(column), direction(id)]
}

export const partOf = ({ page, limit }: Paging) => ({ limit, offset: (page - 1) * limit })

interface Dated {
  createdAt: Date
  updatedAt: Date
}

export const presentTimes = ({ createdAt, updatedAt }: Dated) => ({
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

/** @throws AppError NotFound without a row, Conflict when it was changed since the caller read it */
export function requireSeen<Row extends Dated>(row: Row | undefined, seenAt: string | undefined): Row {
  if (!row) throw new AppError('NotFound')
  if (seenAt !== undefined && Date.parse(seenAt) !== row.updatedAt.getTime()) throw new AppError('Conflict')
  return row
}

/** The time of a change: later than that of the previous one, so that the two differ. */
export const timeAfter = ({ updatedAt }: Dated, now: Date): Date =>
  new Date(Math.max(now.getTime(), updatedAt.getTime() + 1))

/** The id of a row that was just written. */
export function idOf(rows: { id: string }[]): string {
  const [row] = rows
  if (!row) throw new Error('insert returned no row')
  return row.id
}
