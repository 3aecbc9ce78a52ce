import type { BulkRow } from '@scanleaf/shared'
import type { Db } from '../../platform/db/database'
import type { CsvWriter } from '../../platform/export/csv'
import type { BulkPresenter } from './present'
import type { Run } from './repository'
import { findRows } from './rows-repository'

const AT_ONCE = 500
/** By the names of the wire, so that a program that reads the file needs no translation. */
const COLUMNS = ['row', 'outcome', 'reason', 'name', 'id', 'link', 'target']
/** Of a file besides. */
const FILE_COLUMNS = ['address', 'verdict', 'clicks']

/** All rows of a run for a spreadsheet, a few at a time. Passwords are never in it. */
export async function* reportCsv(
  db: Db,
  run: Run,
  presenter: BulkPresenter,
  csv: CsvWriter,
): AsyncGenerator<string> {
  yield csv.head(run.kind === 'import' ? [...COLUMNS, ...FILE_COLUMNS] : COLUMNS)
  for (let after = 0; ; ) {
    const rows = await findRows(db, run.id, { after, limit: AT_ONCE })
    const lines = (await presenter.rows(db, run, rows)).map((row) => csv.row(cellsOf(row)))
    if (lines.length > 0) yield lines.join('')
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)?.row ?? after
  }
}

/** The row of a file is the line in which it begins. */
function cellsOf(row: BulkRow): string[] {
  const { outcome, name, dynamicId, link, file, problems } = row
  const reason = problems.map(({ message }) => message).join('; ')
  const cells = [String(file?.line ?? row.row), outcome, reason, name, dynamicId, link ?? '']
  if (!file) return [...cells, targetOf(row)]
  const { target, address, verdict, clicks } = file
  return [...cells, target, address, verdict ?? '', clicks === null ? '' : String(clicks)]
}

function targetOf({ from, to, dynamicId, input }: BulkRow): string {
  const address = (input as { content?: Record<string, unknown> } | null)?.content?.['content']
  return to ?? from ?? (typeof address === 'string' && dynamicId !== '' ? address : '')
}
