import type { Db } from '../../platform/db/database'
import type { CsvWriter } from '../../platform/export/csv'
import type { BatchPresenter } from './present'
import { findRows } from './rows-repository'

const AT_ONCE = 500
/** By the names of the wire, so that a program that reads the file needs no translation. */
const COLUMNS = ['row', 'outcome', 'reason', 'name', 'id', 'link', 'target']

/** All rows of a batch for a spreadsheet, a few at a time. Passwords are never in it. */
export async function* resultCsv(
  db: Db,
  batchId: string,
  presenter: BatchPresenter,
  { linkHost, csv }: { linkHost: string | null; csv: CsvWriter },
): AsyncGenerator<string> {
  yield csv.head(COLUMNS)
  for (let after = 0; ; ) {
    const rows = await findRows(db, batchId, { after, limit: AT_ONCE })
    const lines = rows.map((stored) => {
      const { row, outcome, name, dynamicId, link, from, to, problems } = presenter.row(stored, linkHost)
      const reason = problems.map(({ message }) => message).join('; ')
      const address = stored.input.content?.['content']
      const target = to ?? from ?? (typeof address === 'string' && dynamicId !== '' ? address : '')
      return csv.row([String(row), outcome, reason, name, dynamicId, link ?? '', target])
    })
    if (lines.length > 0) yield lines.join('')
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)?.row ?? after
  }
}
