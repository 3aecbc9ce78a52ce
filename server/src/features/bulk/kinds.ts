import type { BulkKind } from '@scanleaf/shared'
import type { Db } from '../../platform/db/database'
import { changeRows, revertRows } from './change/change-rows'
import { copyRules, takeRulesBack } from './change/copy-rules'
import { deleteCodesOfRows, restoreRows } from './change/delete-rows'
import { makeCodes, takeBackCodes } from './create/make-codes'
import { importRows, undoImport } from './import/import-rows'
import { moveRows, moveRowsBack } from './move/move-rows'
import type { Run } from './repository'
import type { RunContext } from './results'
import type { RowResult, StoredRow } from './rows-repository'

/** @throws AppError what ends the run for now */
type Act = (tx: Db, context: RunContext, run: Run, rows: readonly StoredRow[]) => Promise<RowResult[]>

/** What is peculiar to a kind of run: how some of its rows are done, and taken back. */
interface Kind {
  doRows: Act
  undoRows: Act
}

const change: Kind = { doRows: changeRows, undoRows: revertRows }

const KINDS: Readonly<Record<BulkKind, Kind>> = {
  create: { doRows: makeCodes, undoRows: takeBackCodes },
  import: { doRows: importRows, undoRows: undoImport },
  target: change,
  tags: change,
  enabled: change,
  design: change,
  rules: { doRows: copyRules, undoRows: takeRulesBack },
  delete: { doRows: deleteCodesOfRows, undoRows: restoreRows },
  move: { doRows: moveRows, undoRows: moveRowsBack },
}

export const bulkKindOf = ({ kind }: Pick<Run, 'kind'>): Kind => KINDS[kind]
