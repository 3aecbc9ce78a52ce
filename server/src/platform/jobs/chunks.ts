import type { ErrorCode } from '@scanleaf/shared'
import { AppError } from '../app-error'
import type { Database, Db } from '../db/database'

/** Work of many rows that is done a chunk at a time, each in one transaction with what tells that it is done. */
export interface ChunkedWork<T> {
  /** Ids of what is to continue, in the order in which it was started. */
  findToGoOn(db: Db): Promise<string[]>
  /** Null while somebody else works on it, and once it is over. */
  lock(tx: Db, id: string): Promise<T | null>
  /** @throws AppError what ends the work for now */
  doChunk(tx: Db, work: T): Promise<void>
  /** Notes why the work ended for now, in a transaction of its own. */
  stop(tx: Db, work: T, reason: ErrorCode): Promise<void>
}

/** Does all that is to continue, a chunk of each in turn, so that none waits behind a long one. */
export async function doByTurns<T>(database: Database, work: ChunkedWork<T>): Promise<void> {
  for (let isLeft = true; isLeft; ) {
    isLeft = false
    for (const id of await work.findToGoOn(database.db)) isLeft = (await goOn(database, work, id)) || isLeft
  }
}

/** Does one chunk. False when there is nothing more to do for it, or somebody else works on it. */
export async function goOn<T>(database: Database, work: ChunkedWork<T>, id: string): Promise<boolean> {
  try {
    return await database.transaction(async (tx) => {
      const locked = await work.lock(tx, id)
      if (locked === null) return false
      await work.doChunk(tx, locked)
      return true
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'ServiceUnavailable') throw error
    await database.transaction(async (tx) => {
      const locked = await work.lock(tx, id)
      if (locked !== null) await work.stop(tx, locked, error.code)
    })
    return false
  }
}
