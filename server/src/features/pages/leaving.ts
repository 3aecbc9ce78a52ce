import type { Database } from '../../platform/db/database'
import { allRows, type ExportOf, jsonFile } from '../../platform/export/entry'
import { deletePagesOf, listPages, type PageRow } from './repository'

/**
 * Takes the pages from the codes of an owner.
 * @param of.keepPages what visitors see now stays
 */
export const erasePages = ({ db }: Database, of: { userId: string; keepPages: boolean }): Promise<void> =>
  deletePagesOf(db, of)

/** The pages of an owner: their drafts, and what visitors see. */
export const exportPages = ({ db }: Database): ExportOf =>
  async function* (userId) {
    yield jsonFile('codes/pages.json', pages())

    async function* pages() {
      let last = '00000000-0000-0000-0000-000000000000'
      const rows = allRows<PageRow>(async () => {
        const some = await listPages(db, userId, last)
        last = some.at(-1)?.id ?? last
        return some
      })
      for await (const { id, draft, current, updatedAt } of rows)
        yield {
          codeId: id,
          draft,
          published: current?.content ?? null,
          publishedAt: current?.publishedAt ?? null,
          updatedAt,
        }
    }
  }
