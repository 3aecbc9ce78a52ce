import type { Selection } from '@scanleaf/shared'
import type { Db } from '../../platform/db/database'
import { type UserCodeRow, walkSelection } from '../user-codes'

/** Pieces of work that run before the first of them is needed. */
const AHEAD = 4

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

/** Results in the order of the source; a few are made ahead, while those before them are taken. */
export async function* workedAhead<T, R>(
  source: AsyncIterable<T>,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const started: Promise<R>[] = []
  for await (const item of source) {
    const result = work(item)
    // It is thrown when its turn comes, or was not needed.
    result.catch(() => {})
    started.push(result)
    if (started.length === AHEAD) yield (await started.shift()) as R
  }
  for (const result of started) yield await result
}
