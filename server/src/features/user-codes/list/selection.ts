import type { Selection } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'
import { findUserCodes, type UserCodeRow } from '../repository'
import { listedOf, planOf } from './list'
import { findListed, type Listed } from './repository'

/** Codes of one step. */
const STEP = 200

export interface SelectedCodes {
  codes: UserCodeRow[]
  /** Where the next step begins; null when this was the last. */
  next: number | null
}

/**
 * Some codes of a selection, in its order. Each step reads from where the one before it ended, so that a code which is
 * deleted meanwhile moves no other out of the walk.
 * @param after 0 for the first step, then `next` of the step before
 */
export async function walkSelection(
  db: Db,
  userId: string,
  selection: Selection,
  after: number,
): Promise<SelectedCodes> {
  if ('ids' in selection) return ofIds(db, userId, selection.ids, after)
  const found =
    'productId' in selection
      ? await idsOfList(db, userId, selection, after)
      : await idsOfBatch(db, selection.batch, after)
  const next = found.length === STEP ? (found.at(-1)?.place ?? null) : null
  const ids = found.map(({ id }) => id)
  const except = new Set('productId' in selection ? selection.except : [])
  const codes = await findUserCodes(
    db,
    userId,
    ids.filter((id) => !except.has(id)),
  )
  return { codes, next }
}

async function ofIds(db: Db, userId: string, ids: readonly string[], after: number): Promise<SelectedCodes> {
  const distinct = [...new Set(ids)]
  const end = after + STEP
  const codes = await findUserCodes(db, userId, distinct.slice(after, end))
  return { codes, next: end < distinct.length ? end : null }
}

interface Place {
  id: string
  place: number
}

async function idsOfList(
  db: Db,
  userId: string,
  selection: Extract<Selection, { productId: unknown }>,
  after: number,
): Promise<Place[]> {
  const asked: Listed = { ...listedOf(userId, selection), upTo: selection.upTo }
  const { listed } = await planOf(db, asked)
  const part = { sort: 'createdAt', limit: STEP, offset: 0, after: { key: '', ordinal: after } } as const
  const found = await findListed(db, listed, part)
  return found.map(({ id, ordinal }) => ({ id, place: ordinal }))
}

/** Codes that a run makes or changes; whose they are, the caller looks up. */
function idsOfBatch(db: Db, batch: string, after: number): Promise<Place[]> {
  return query<{ id: string; place: number }>(
    db,
    sql`select code_id as id, row as place from bulk_rows
      where run_id = ${batch} and outcome <> 'skipped' and row > ${after} and code_id is not null
      order by row limit ${STEP}`,
  )
}
