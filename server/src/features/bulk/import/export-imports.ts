import { eq } from 'drizzle-orm'
import type { Database } from '../../platform/db/database'
import { allRows, type ExportOf, jsonFile } from '../../platform/export/entry'
import { findRows, type StoredRow } from './rows-repository'
import { imports } from './table'

const AT_ONCE = 200

/** The imports of an owner, and their rows as long as they are kept, with what became of them. */
export const exportImports = ({ db }: Database): ExportOf =>
  async function* (userId) {
    const own = await db.select().from(imports).where(eq(imports.userId, userId)).orderBy(imports.createdAt)
    yield jsonFile(
      'codes/imports.json',
      own.map(({ userId: _, ...told }) => told),
    )
    yield jsonFile('codes/import-rows.json', rows())

    async function* rows() {
      for (const { id } of own)
        yield* allRows((last: StoredRow | null) => findRows(db, id, { after: last?.n ?? 0, limit: AT_ONCE }))
    }
  }
