import type { Selection } from '@scanleaf/shared'
import type { Db } from '../../platform/db/database'
import { type UserCodeRow, walkSelection } from '../user-codes'

/** The codes of a selection, some hundred in memory at once. */
export async function* selectedCodes(
  db: Db,
  userId: string,
  selection: Selection,
): AsyncGenerator<UserCodeRow> {
  for (let after: number | null = 0; after !== null; ) {
    const { codes, next } = await walkSelection(db, userId, selection, after)
    yield* codes
    after = next
  }
}
