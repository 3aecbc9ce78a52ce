import { BulkRowInput, type DomainPath, fieldErrorOf, fieldErrorsOf } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { everyFew } from '../../../platform/next-turn'
import { insertCodes, nextRules, openPaths, type PreparedCode, purgeCodes, refusalOf } from '../../user-codes'
import { prepareRow } from '../create/judge-rows'
import { takeBackCodes } from '../create/make-codes'
import type { Run } from '../repository'
import { authorOf, doneOf, failed, type RunContext } from '../results'
import type { RowResult, StoredRow } from '../rows-repository'
import type { ImportChange } from '../spec'
import { addPaths, addsToCode, removeAddedPaths } from './add-paths'
import { movingOf } from './addresses'
import { codeOf, wasOffNotes } from './imported-code'

/** Milliseconds after which others get their turn. */
const TURN_MS = 15

/** A row that makes a code, with the paths that are to lead to it. */
interface Ready {
  row: number
  code: PreparedCode
  paths: DomainPath[]
}

type Made = Ready & { dynamicId: string | null; result: RowResult }

/** Makes the codes of rows, and lets their old paths lead to them, or to codes that are there. */
export async function importRows(
  tx: Db,
  context: RunContext,
  run: Run,
  rows: readonly StoredRow[],
): Promise<RowResult[]> {
  const results = await addPaths(
    tx,
    context,
    run,
    rows.filter(({ codeId }) => codeId !== null),
  )
  const ready = await readyRows(
    context,
    run.spec as ImportChange,
    rows.filter(({ codeId }) => codeId === null),
    results,
  )
  const codes = ready.map(({ code }) => code)
  const made = await insertCodes(tx, context, authorOf(run), codes)
  const done = new Map<string, Made>()
  for (const [index, row] of ready.entries()) {
    const outcome = made[index]
    const result = doneOf(row, outcome, ({ id }) => ({ codeId: id }))
    if (!outcome || outcome instanceof Error) results.push(result)
    else done.set(outcome.id, { ...row, dynamicId: outcome.dynamicId, result })
  }
  const lost = await openAll(tx, context, run.userId, done)
  for (const [codeId, { result }] of done) results.push(lost.get(codeId) ?? result)
  return results
}

/** Takes back the codes that rows made, and the paths that they added to codes which were there. */
export async function undoImport(
  tx: Db,
  context: RunContext,
  run: Run,
  rows: readonly StoredRow[],
): Promise<RowResult[]> {
  const made = rows.filter((row) => !addsToCode(row))
  const taken = await takeBackCodes(tx, context, run, made)
  return [...taken, ...(await removeAddedPaths(tx, run.userId, rows.filter(addsToCode)))]
}

/** Codes of rows, by the rules of now: they may have changed since the dry run. */
async function readyRows(
  { addressRules, clock }: RunContext,
  reading: ImportChange,
  rows: readonly StoredRow[],
  results: RowResult[],
): Promise<Ready[]> {
  const letOthers = everyFew(TURN_MS)
  const ready: Ready[] = []
  for (const row of rows) {
    const read = await codeOf(row, reading)
    await letOthers()
    if ('problems' in read) {
      results.push({ row: row.row, outcome: 'failed', problems: read.problems })
      continue
    }
    const { creation, input, ownId, addresses, imported, googleAnalyticsId, rules } = read.code
    const isPaused = !reading.enablesAll && wasOffNotes(read.code, clock.now()).length > 0
    const enabled = read.code.enabled && !isPaused
    const refusal = await refusalOf(() => {
      // As the judge reads it: cleaned of what shows nothing.
      const cleaned = BulkRowInput.safeParse(input, { error: fieldErrorOf })
      if (!cleaned.success) throw new AppError('ValidationError', fieldErrorsOf(cleaned.error))
      const prepared = prepareRow({ addressRules }, creation, cleaned.data)
      const paths = movingOf(addresses, reading.host).map(({ host, path }) => ({ host, path }))
      // An id that somebody else has makes room for a new one; the printed address may still be kept as a path.
      const id = { manualId: ownId, mayGenerateId: true }
      const code = {
        ...{ ...prepared, ...id, imported, enabled, googleAnalyticsId },
        rules: rules && nextRules(null, rules, addressRules),
      }
      ready.push({ row: row.row, code, paths: prepared.target === null ? [] : paths })
    })
    if (refusal) results.push(failed(row.row, refusal))
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
    lost.set(codeId, failed(row.row, new AppError('ValidationError', { link: outcome })))
  }
  if (lost.size > 0) {
    await purgeCodes(tx, [...lost.keys()])
  }
  return lost
}
