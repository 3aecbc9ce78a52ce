import { sql } from 'drizzle-orm'
import type { Database, Db } from '../../../platform/db/database'
import type { FileStore } from '../../../platform/files/file-store'
import { deleteFromLog, type ScanFacts, type Span } from '../analytics/scan-log-repository'
import { lockClosing } from '../closing/closing-repository'
import { LogDictionaries, type RowNaming } from '../log/log-dictionaries'
import { ensureDays } from '../log/log-repository'
import { copyScans, rowBytes } from '../log/log-rows'
import { ensureMonths } from '../repository'
import { FLAGS, KINDS, OUTCOME_SHIFT } from '../table'
import { ArchiveFault, readArchive } from './archive-file'
import { type ArchiveDependencies, archiveDay } from './archive-job'
import { type Archive, listArchives, ofSpan, spanOfDay, sumsByDay, thatLeft } from './archive-repository'
import {
  codesOf,
  countPeople,
  countRolledUp,
  type Differences,
  findDifferences,
  isSealed,
  keepFigures,
  recomputeCounters,
  recomputeMonth,
  sealedCodes,
} from './recount-repository'

const ROWS_PER_STATEMENT = 2_000

/** Figures that stay as they are: the message says why. */
export class RecountRefused extends Error {
  override name = 'RecountRefused'
}

export interface RecountOptions {
  /** The user whose codes are counted again; all where it is missing. */
  account?: string | undefined
  /** Also when fewer scans are kept than the roll-ups count. */
  mayLose?: boolean
  /** Nothing is written. */
  isDryRun?: boolean
}

interface Recounted {
  /** By people, in the month. */
  scans: number
  /** What would be written; null unless it is a dry run. */
  differences: Differences | null
}

/**
 * Makes the roll-ups of a UTC month again from all of its scans that are kept, and the counters from the roll-ups, in one
 * transaction: readers see all of it or nothing, and scans wait in the inbox until then. Days that are only in
 * archives are in the log meanwhile, for this transaction alone.
 * @param month `YYYY-MM`
 * @throws RecountRefused
 */
export async function recountMonth(
  dependencies: ArchiveDependencies,
  month: string,
  { account, mayLose = false, isDryRun = false }: RecountOptions = {},
): Promise<Recounted> {
  const { database, files } = dependencies
  const from = new Date(`${month}-01T00:00:00Z`)
  const span = { from, to: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1)) }
  // What came late goes to the archives, so that the log has nothing but what is put there below.
  if (!isDryRun) for (const day of await lateDays(database.db, span)) await archiveDay(dependencies, day)
  return whileFoldsWait(database, { account, isDryRun, span }, async (tx) => {
    if (!isDryRun && (await lateDays(tx, span)).length > 0)
      throw new RecountRefused(`scans of ${month} came in meanwhile: nothing was changed; run this again`)
    const archives = await archivesOf(tx, span)
    await putArchivesIntoLog(tx, files, archives, account)
    const kept = await countPeople(tx, span, account)
    const counted = await countRolledUp(tx, span, account)
    if (kept < counted && !mayLose) throw new RecountRefused(whyNotFrom(month, kept, counted))
    // Without a partition nothing is computed, also where the charts are to lose all.
    if (counted > 0) await ensureMonths(tx, [`${month}-01`])
    await recomputeMonth(tx, month, account)
    await recomputeCounters(tx, account)
    for (const day of daysOf(archives)) await deleteFromLog(tx, spanOfDay(day))
    return kept
  }).then(({ result, differences }) => ({ scans: result, differences }))
}

/** Makes the counters of codes and owners again from the roll-ups, which outlast the log. */
export async function recountCounters(
  database: Database,
  { account, isDryRun = false }: Pick<RecountOptions, 'account' | 'isDryRun'> = {},
): Promise<Differences | null> {
  const { differences } = await whileFoldsWait(database, { account, isDryRun, span: null }, (tx) =>
    recomputeCounters(tx, account),
  )
  return differences
}

/** Undoes the transaction of a dry run. */
class Undone<T> extends Error {
  constructor(readonly outcome: T) {
    super('a dry run is undone')
  }
}

/** @throws RecountRefused when the account is being deleted */
async function whileFoldsWait<T>(
  database: Database,
  { account, isDryRun, span }: { account: string | undefined; isDryRun: boolean; span: Span | null },
  work: (tx: Db) => Promise<T>,
): Promise<{ result: T; differences: Differences | null }> {
  try {
    return await database.transaction(
      async (tx) => {
        await lockClosing(tx)
        if (account !== undefined && (await isSealed(tx, account)))
          throw new RecountRefused(`the account ${account} is being deleted: nothing was changed`)
        const of = { account, span }
        if (isDryRun) await keepFigures(tx, of)
        const result = await work(tx)
        if (isDryRun) throw new Undone({ result, differences: await findDifferences(tx, of) })
        return { result, differences: null }
      },
      { statementTimeoutMs: null },
    )
  } catch (error) {
    if (error instanceof Undone) return error.outcome
    if (error instanceof ArchiveFault)
      throw new RecountRefused(`an archive is damaged, ${error.message}: nothing was changed`, {
        cause: error,
      })
    throw error
  }
}

const whyNotFrom = (month: string, kept: number, counted: number): string =>
  kept === 0
    ? `the charts of ${month} count ${counted} scans, and neither the scan log nor the archive has any: nothing was changed. Restore a backup that has them, or keep the charts, which are all that is left`
    : `the charts of ${month} count ${counted} scans and ${kept} are kept: nothing was changed`

/** Without those that are being erased: their roll-ups are gone before they have left the archives. */
async function putArchivesIntoLog(
  tx: Db,
  files: FileStore,
  archives: readonly Archive[],
  account: string | undefined,
): Promise<void> {
  const only = account === undefined ? null : await codesOf(tx, account)
  const erased = new Set(await sealedCodes(tx))
  const dictionaries = new LogDictionaries(FACTS_NAMING)
  for (const archive of archives) {
    await ensureMonths(tx, [`${archive.day.slice(0, 7)}-01`])
    await ensureDays(tx, [archive.day])
    for await (const scans of readArchive(files, archive, only)) {
      const rows = scans.filter(({ codeId }) => !erased.has(codeId))
      for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
        const some = rows.slice(at, at + ROWS_PER_STATEMENT)
        // In this transaction: the embedded engine has no other.
        const numbersOf = await dictionaries.numbersOf({ transaction: (work) => work(tx) }, some)
        const bytes = rowBytes(some, (scan) => ({
          ...numbersOf(scan),
          at: scan.at.getTime(),
          visitor: '',
          kind: KINDS.indexOf(scan.kind),
          flags: flagsOf(scan),
        }))
        await copyScans(tx, 'scan_log', [bytes])
      }
    }
  }
}

const FACTS_NAMING: RowNaming<ScanFacts> = {
  code: { keyOf: ({ codeId }) => codeId, entryOf: ({ codeId }) => [codeId] },
  agent: {
    keyOf: ({ device, system, browser, userAgent }) => `${device}\n${system}\n${browser}\n${userAgent}`,
    entryOf: ({ device, system, browser, userAgent }) => [device, system, browser, userAgent],
  },
  referrer: { keyOf: ({ referrer }) => referrer, entryOf: ({ referrer }) => [referrer] },
  language: { keyOf: ({ language }) => language, entryOf: ({ language }) => [language] },
  country: { keyOf: ({ country }) => country, entryOf: ({ country }) => [country] },
}

const flagsOf = ({ isUnique, isRepeat, isTimeCorrected, outcome }: ScanFacts): number =>
  (isUnique ? FLAGS.isUnique : 0) +
  (isRepeat ? FLAGS.isRepeat : 0) +
  (isTimeCorrected ? FLAGS.isTimeCorrected : 0) +
  (outcome << OUTCOME_SHIFT)

const archivesOf = (db: Db, span: Span): Promise<Archive[]> =>
  listArchives(db, sql`${ofSpan(span)} and ${thatLeft}`)

const daysOf = (archives: readonly Archive[]): Set<string> => new Set(archives.map(({ day }) => day))

/** Days that left the log and have got a scan since. */
async function lateDays(db: Db, span: Span): Promise<string[]> {
  const left = daysOf(await archivesOf(db, span))
  return left.size === 0 ? [] : [...(await sumsByDay(db, span)).keys()].filter((day) => left.has(day))
}
