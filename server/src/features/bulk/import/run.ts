import { BatchRowInput, type DomainPath, fieldErrorOf, fieldErrorsOf } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import { everyFew } from '../../platform/next-turn'
import { prepareRow, problemsOf, rowError } from '../code-batches'
import {
  type Author,
  insertCodes,
  openPaths,
  type PreparedCode,
  purgeCodes,
  refusalOf,
  type UserCodeContext,
} from '../user-codes'
import { addPaths } from './add-paths'
import { movingOf } from './addresses'
import { codeOf, wasOffNotes } from './imported-code'
import { type ImportRow, recount, updateImport } from './repository'
import { findRows, forgetPasswords, type RowResult, type StoredRow, updateRows } from './rows-repository'

/**
 * Rows of one transaction. The embedded engine has one connection, for which others wait a second at most: this many rows
 * hold it for about a fifth of one.
 */
export const CHUNK = 100
/** Milliseconds after which others get their turn. */
const TURN_MS = 15

export type RunContext = Pick<
  UserCodeContext,
  'database' | 'clock' | 'codeHost' | 'quotas' | 'denyList' | 'addressRules'
>

/** A row that makes a code, with the paths that are to lead to it. */
interface Ready {
  n: number
  code: PreparedCode
  paths: DomainPath[]
}

type Made = Ready & { dynamicId: string | null }

/** Who imports. That they may make codes was checked at the start. */
const authorOf = ({ userId, by }: ImportRow): Author => ({ id: userId, email: by, mustVerifyEmail: false })

/**
 * Imports the next rows of a locked import, and ends it when there are none left. Codes, paths and what the rows say of
 * them are written together, so that no row is done twice.
 * @throws AppError ExceedLimitation, PurchaseFailure
 */
export async function runChunk(tx: Db, context: RunContext, work: ImportRow, limit: number): Promise<void> {
  const rows = await findRows(tx, work.id, { outcome: 'ready', after: 0, limit })
  const results = await importRows(tx, context, work, rows)
  await updateRows(tx, work.id, results)
  await recount(tx, work.id)
  if (
    rows.length === limit &&
    (await findRows(tx, work.id, { outcome: 'ready', after: 0, limit: 1 })).length > 0
  )
    return
  await forgetPasswords(tx, work.id)
  await updateImport(tx, work.id, { state: 'done', endedAt: 'now' })
}

async function importRows(
  tx: Db,
  context: RunContext,
  work: ImportRow,
  rows: readonly StoredRow[],
): Promise<RowResult[]> {
  const results = await addPaths(
    tx,
    context,
    work,
    rows.filter(({ codeId }) => codeId !== null),
  )
  const ready = await readyRows(
    context,
    work,
    rows.filter(({ codeId }) => codeId === null),
    results,
  )
  const codes = ready.map(({ code }) => code)
  const made = await insertCodes(tx, context, authorOf(work), codes)
  const done = new Map<string, Made>()
  for (const [index, row] of ready.entries()) {
    const outcome = made[index]
    if (!outcome || outcome instanceof Error) results.push(failed(row.n, outcome ?? rowError('code-gone')))
    else done.set(outcome.id, { ...row, dynamicId: outcome.dynamicId })
  }
  const lost = await openAll(tx, context, work.userId, done)
  for (const [codeId, { n }] of done)
    results.push(lost.get(codeId) ?? { n, outcome: 'done', codeId, problems: keptWarnings(rows, n) })
  return results
}

const keptWarnings = (rows: readonly StoredRow[], n: number) =>
  rows.find((row) => row.n === n)?.problems ?? []

const failed = (n: number, error: AppError): RowResult => ({
  n,
  outcome: 'failed',
  problems: problemsOf(error),
})

/** Codes of rows, by the rules of now: they may have changed since the dry run. */
async function readyRows(
  { addressRules, clock }: RunContext,
  work: ImportRow,
  rows: readonly StoredRow[],
  results: RowResult[],
): Promise<Ready[]> {
  const letOthers = everyFew(TURN_MS)
  const ready: Ready[] = []
  for (const row of rows) {
    const read = await codeOf(row, work)
    await letOthers()
    if ('problems' in read) {
      results.push({ n: row.n, outcome: 'failed', problems: read.problems })
      continue
    }
    const { creation, input, ownId, addresses, imported, googleAnalyticsId } = read.code
    const isPaused = !work.enablesAll && wasOffNotes(read.code, clock.now()).length > 0
    const enabled = read.code.enabled && !isPaused
    const refusal = await refusalOf(() => {
      // As the judge reads it: cleaned of what shows nothing.
      const cleaned = BatchRowInput.safeParse(input, { error: fieldErrorOf })
      if (!cleaned.success) throw new AppError('ValidationError', fieldErrorsOf(cleaned.error))
      const prepared = prepareRow({ addressRules }, creation, cleaned.data)
      const paths = movingOf(addresses, work.host).map(({ host, path }) => ({ host, path }))
      // An id that somebody else has makes room for a new one; the printed address may still be kept as a path.
      const id = { manualId: ownId, mayGenerateId: true }
      const code = { ...prepared, ...id, imported, enabled, googleAnalyticsId }
      ready.push({ n: row.n, code, paths: prepared.target === null ? [] : paths })
    })
    if (refusal) results.push(failed(row.n, refusal))
  }
  return ready
}

/** Lets the old paths lead to the new codes. A code of which one cannot is not kept: nothing would find it. */
async function openAll(
  tx: Db,
  context: RunContext,
  userId: string,
  done: ReadonlyMap<string, Made>,
): Promise<Map<string, RowResult>> {
  const wanted = [...done].flatMap(([codeId, { paths, dynamicId }]) =>
    // On every domain of its owner a code answers under its id as well.
    paths.filter(({ path }) => path !== `/${dynamicId ?? ''}`).map((path) => ({ ...path, codeId })),
  )
  const outcomes = await openPaths(tx, context, userId, wanted)
  const lost = new Map<string, RowResult>()
  for (const [index, { codeId }] of wanted.entries()) {
    const outcome = outcomes[index]
    const row = done.get(codeId)
    if (outcome === 'opened' || outcome === undefined || !row) continue
    lost.set(codeId, failed(row.n, new AppError('ValidationError', { link: outcome })))
  }
  if (lost.size > 0) {
    await purgeCodes(tx, [...lost.keys()])
  }
  return lost
}
