import type { Database } from '../../platform/db/database'
import { allRows, type ExportOf, jsonFile } from '../../platform/export/entry'
import { type BatchRow, findBatchesBehind } from './repository'
import { findRows, type StoredRow } from './rows-repository'

const AT_ONCE = 200

/** The batches of an owner that are kept, and their rows with what became of them. */
export const exportBatches = ({ db }: Database): ExportOf =>
  async function* (userId) {
    yield jsonFile('codes/batches.json', batches())
    yield jsonFile('codes/batch-rows.json', rows())

    function all() {
      return allRows((last: BatchRow | null) =>
        findBatchesBehind(db, userId, { behind: last?.id ?? null, limit: AT_ONCE }),
      )
    }

    async function* batches() {
      for await (const { userId: _, isExpired: __, first: ___, last: ____, ...batch } of all()) yield batch
    }

    async function* rows() {
      for await (const { id } of all())
        yield* allRows((last: StoredRow | null) =>
          findRows(db, id, { after: last?.row ?? 0, limit: AT_ONCE }),
        )
    }
  }
