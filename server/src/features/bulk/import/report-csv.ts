import type { Db } from '../../platform/db/database'
import type { CsvWriter } from '../../platform/export/csv'
import type { ImportPresenter } from './present'
import type { ImportRow } from './repository'
import { findRows } from './rows-repository'

const AT_ONCE = 500
/** By the names of the wire, so that a program that reads the file needs no translation. */
const COLUMNS = ['row', 'address', 'target', 'name', 'verdict', 'outcome', 'reason', 'link', 'clicks']

/** All rows of an import for a spreadsheet, a few at a time. */
export async function* reportCsv(
  db: Db,
  work: ImportRow,
  presenter: ImportPresenter,
  csv: CsvWriter,
): AsyncGenerator<string> {
  yield csv.head(COLUMNS)
  for (let after = 0; ; ) {
    const rows = await findRows(db, work.id, { after, limit: AT_ONCE })
    const lines = (await presenter.rows(db, work, rows)).map((row) => {
      const { n, line, address, target, name, verdict, outcome, problems, link, clicks } = row
      const reason = problems.map(({ message }) => message).join('; ')
      return csv.row([
        ...[String(line ?? n), address, target, name, verdict ?? '', outcome, reason],
        ...[link ?? '', clicks === null ? '' : String(clicks)],
      ])
    })
    if (lines.length > 0) yield lines.join('')
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)?.n ?? after
  }
}
