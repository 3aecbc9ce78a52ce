import type { Database } from '../../platform/db/database'
import { allRows, type ExportOf, jsonFile } from '../../platform/export/entry'
import { listPdfs, type PdfRow } from './repository'

const AT_ONCE = 200

/** The pages of the PDF codes of an owner, with the file in place, which the list of files names, and how often it was opened. */
export const exportPdfs = ({ db }: Database): ExportOf =>
  async function* (userId) {
    yield jsonFile('codes/pdf-pages.json', pages())

    async function* pages() {
      let page = 0
      const rows = allRows<PdfRow>(
        async () => (await listPdfs(db, userId, { page: ++page, limit: AT_ONCE })).rows,
      )
      for await (const { id, name, companyName, title, website, version, opens, downloads } of rows) {
        const { fileId, fileName, placedAt } = version
        yield {
          codeId: id,
          name,
          companyName,
          title,
          website,
          fileId,
          fileName,
          placedAt,
          opens,
          downloads,
        }
      }
    }
  }
