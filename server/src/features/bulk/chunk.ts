import type { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import { everyFew } from '../../platform/next-turn'
import {
  type Author,
  changeCodes,
  deleteCodes,
  insertCodes,
  type PreparedCode,
  refusalOf,
  type UserCodeContext,
} from '../user-codes'
import type { ChangeOf, RowInput } from './batch'
import { fieldOf, wantedOf } from './change-kinds'
import { prepareRow } from './judge-rows'
import { problemsOf, rowError } from './problems'
import { addCounts, type BatchRow, updateBatch } from './repository'
import { findRows, forgetPasswords, type RowResult, type StoredRow, updateRows } from './rows-repository'

/**
 * Rows of one transaction of the job. The embedded engine has one connection, for which others wait a second at most: this
 * many rows hold it for about a tenth of one.
 */
export const CHUNK = 50
/** Milliseconds after which others get their turn. */
const TURN_MS = 15

export type RunContext = Pick<
  UserCodeContext,
  'database' | 'clock' | 'codeHost' | 'quotas' | 'denyList' | 'addressRules'
>

/** Who started a batch. That they may make codes was checked then. */
export const authorOf = ({ userId, spec }: Pick<BatchRow, 'userId' | 'spec'>): Author => ({
  ...{ id: userId, email: spec.by, mustVerifyEmail: false },
})

/**
 * Does the next rows of a locked batch, and ends it when there are none left.
 * @returns the rows that failed
 * @throws AppError ExceedLimitation, PurchaseFailure
 */
export async function runChunk(
  tx: Db,
  context: RunContext,
  batch: BatchRow,
  limit: number,
): Promise<RowResult[]> {
  const rows = await findRows(tx, batch.id, { outcome: 'ready', after: 0, limit })
  const results = await doRows(tx, context, batch, rows)
  await updateRows(tx, batch.id, results)
  const failed = results.filter(({ outcome }) => outcome === 'failed')
  const done = results.length - failed.length
  await addCounts(tx, batch.id, { ready: -rows.length, done, failed: failed.length })
  if (rows.length < limit || rows.length === batch.ready) {
    await updateBatch(tx, batch.id, { state: 'done', endedAt: 'now' })
    if (batch.kind === 'create') await forgetPasswords(tx, batch.id)
  }
  return failed
}

async function doRows(
  tx: Db,
  context: RunContext,
  batch: BatchRow,
  rows: readonly StoredRow[],
): Promise<RowResult[]> {
  const { spec } = batch
  if (spec.kind === 'create') return makeCodes(tx, context, batch, spec, rows)
  const ids = rows.map(({ codeId }) => codeId ?? '')
  const author = authorOf(batch)
  if (spec.kind === 'delete') {
    const deleted = await deleteCodes(tx, author.id, ids)
    return rows.map((row) =>
      resultOf(row, deleted.get(row.codeId ?? ''), (at) => ({
        from: {},
        to: { deletedAt: at.toISOString() },
      })),
    )
  }
  const changed = await changeCodes(tx, context, author, ids, (code) => wantedOf(context, spec, code))
  return rows.map((row) =>
    resultOf(
      row,
      changed.get(row.codeId ?? ''),
      ({ from, to }) => ({ from: { ...from }, to: { ...to } }),
      fieldOf(spec),
    ),
  )
}

function resultOf<T extends object>(
  { row }: StoredRow,
  outcome: T | AppError | undefined,
  beforeOf: (outcome: T) => RowResult['before'],
  fieldOf?: (field: string) => string,
): RowResult {
  if (outcome === undefined) return failed(row, rowError('code-gone'))
  if (outcome instanceof Error) return failed(row, outcome as AppError, fieldOf)
  const before = beforeOf(outcome)
  return { row, outcome: 'done', ...(before && { before }) }
}

const failed = (row: number, error: AppError, fieldOf?: (field: string) => string): RowResult => ({
  ...{ row, outcome: 'failed', problems: problemsOf(error, fieldOf) },
})

async function makeCodes(
  tx: Db,
  context: RunContext,
  batch: BatchRow,
  change: ChangeOf<'create'>,
  rows: readonly StoredRow[],
): Promise<RowResult[]> {
  const letOthers = everyFew(TURN_MS)
  const results: RowResult[] = []
  const prepared: { row: StoredRow; code: PreparedCode }[] = []
  for (const row of rows) {
    // The rules may have changed since: a server of another version runs what this one judged.
    const refusal = await refusalOf(() => {
      prepared.push({ row, code: prepareRow(context, change, row.input) })
    })
    if (refusal) results.push(failed(row.row, refusal))
    await letOthers()
  }
  const codes = prepared.map(({ code }) => code)
  const made = await insertCodes(tx, context, authorOf(batch), codes)
  for (const [index, { row }] of prepared.entries()) {
    const outcome = made[index]
    if (!outcome || outcome instanceof Error) {
      results.push(failed(row.row, outcome ?? rowError('code-gone')))
      continue
    }
    const input = { ...withoutSecrets(row.input), dynamicId: outcome.dynamicId ?? '' }
    results.push({ row: row.row, outcome: 'done', codeId: outcome.id, input, before: { from: {}, to: {} } })
  }
  return results
}

/** The password of a Wi-Fi is in its code; the row needs it no longer. */
function withoutSecrets({ content = {}, ...input }: RowInput): RowInput {
  const { passWifi: _, ...rest } = content
  return { ...input, content: rest }
}
