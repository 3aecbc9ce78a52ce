import type { Database } from '../../platform/db/database'
import { allRows, type ExportOf, jsonFile } from '../../platform/export/entry'
import { findRunsBehind, type Run } from './repository'
import { findRows, type StoredRow } from './rows-repository'

const AT_ONCE = 200

/** The runs of an owner that are kept, and their rows as long as they are, with what became of them. */
export const exportBulkRuns = ({ db }: Database): ExportOf =>
  async function* (userId) {
    yield jsonFile('codes/bulk-runs.json', runs())
    yield jsonFile('codes/bulk-rows.json', rows())

    function all() {
      return allRows((last: Run | null) =>
        findRunsBehind(db, userId, { behind: last?.id ?? null, limit: AT_ONCE }),
      )
    }

    async function* runs() {
      for await (const { userId: _, isExpired: __, first: ___, last: ____, ...run } of all()) yield run
    }

    async function* rows() {
      for await (const { id } of all())
        yield* allRows((last: StoredRow | null) =>
          findRows(db, id, { after: last?.row ?? 0, limit: AT_ONCE }),
        )
    }
  }
