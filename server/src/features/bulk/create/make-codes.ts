import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { everyFew } from '../../../platform/next-turn'
import { deleteCodes, insertCodes, type PreparedCode, refusalOf, whyKept } from '../../user-codes'
import type { Run } from '../repository'
import { authorOf, codeIdsOf, doneOf, failed, type RunContext, undoneOf } from '../results'
import type { RowResult, StoredRow } from '../rows-repository'
import { type ChangeOf, type RowInput, SECRET_FIELDS } from '../spec'
import { prepareRow } from './judge-rows'

/** Milliseconds after which others get their turn. */
const TURN_MS = 15

/** Makes the codes of rows. */
export async function makeCodes(
  tx: Db,
  context: RunContext,
  run: Run,
  rows: readonly StoredRow[],
): Promise<RowResult[]> {
  const change = run.spec as ChangeOf<'create'>
  const letOthers = everyFew(TURN_MS)
  const results: RowResult[] = []
  const prepared: { row: number; input: RowInput; code: PreparedCode }[] = []
  for (const { row, input: stored } of rows) {
    const input = stored as RowInput
    // The rules may have changed since: a server of another version runs what this one checked.
    const refusal = await refusalOf(() => {
      prepared.push({ row, input, code: prepareRow(context, change, input) })
    })
    if (refusal) results.push(failed(row, refusal))
    await letOthers()
  }
  const codes = prepared.map(({ code }) => code)
  const made = await insertCodes(tx, context, authorOf(run), codes)
  for (const [index, row] of prepared.entries())
    results.push(
      doneOf(row, made[index], ({ id, dynamicId }) => ({
        codeId: id,
        input: { ...withoutSecrets(row.input), dynamicId: dynamicId ?? '' },
        before: { from: {}, to: {} },
      })),
    )
  return results
}

/** A password is in its code; the row needs it no longer. */
function withoutSecrets({ content = {}, ...input }: RowInput): RowInput {
  const rest = Object.entries(content).filter(([field]) => !SECRET_FIELDS.includes(field))
  return { ...input, content: Object.fromEntries(rest) }
}

/** Deletes the codes that rows made, but for those that were scanned or changed since. */
export async function takeBackCodes(
  tx: Db,
  _context: RunContext,
  { userId }: Run,
  rows: readonly StoredRow[],
): Promise<RowResult[]> {
  const deleted = await deleteCodes(tx, userId, codeIdsOf(rows), { isKept: whyKept })
  return rows.map((row) => {
    const outcome = deleted.get(row.codeId ?? '')
    return undoneOf(row, outcome instanceof AppError ? outcome : null)
  })
}
