import type { Db } from '../../platform/db/database'
import { csvLine } from '../../platform/export/entry'
import type { ImportPresenter } from './present'
import type { ImportRow } from './repository'
import { findRows } from './rows-repository'

const AT_ONCE = 500
/** Tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
/** By the names of the wire, so that a program that reads the file needs no translation. */
const COLUMNS = ['row', 'address', 'target', 'name', 'verdict', 'outcome', 'reason', 'link', 'clicks']

/** All rows of an import for a spreadsheet, a few at a time. */
export async function* reportCsv(
  db: Db,
  work: ImportRow,
  presenter: ImportPresenter,
  separator: string,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS, separator)
  for (let after = 0; ; ) {
    const rows = await findRows(db, work.id, { after, limit: AT_ONCE })
    const lines = (await presenter.rows(db, work, rows)).map((row) => {
      const { n, line, address, target, name, verdict, outcome, problems, link, clicks } = row
      const reason = problems.map(({ message }) => message).join('; ')
      return csvLine(
        [
          ...[String(line ?? n), address, target, name, verdict ?? '', outcome, reason],
          ...[link ?? '', clicks === null ? '' : String(clicks)],
        ],
        separator,
      )
    })
    if (lines.length > 0) yield lines.join('')
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)?.n ?? after
  }
}
