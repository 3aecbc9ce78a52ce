import { sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'
import type { FileStore } from '../../../platform/files/file-store'
import { deleteFromLog, type ScanFacts, type Span } from '../analytics/scan-log-repository'
import { LogDictionaries } from '../log/log-dictionaries'
import { ensureDays, insertScans } from '../log/log-repository'
import { ensureMonths } from '../repository'
import { readArchive } from './archive-file'
import { type ArchiveDependencies, archiveDay } from './archive-job'
import { type Archive, listArchives, ofSpan, spanOfDay, sumsByDay, thatLeft } from './archive-repository'

const ROWS_PER_STATEMENT = 2_000

/** Figures that stay as they are: the message says why. */
export class RecountRefused extends Error {
  override name = 'RecountRefused'
}

/**
 * Makes the roll-ups of a UTC month again from all of its scans that are kept, and the counters from the roll-ups, in one
 * transaction: readers see all of it or nothing, and imports wait in their journals until then. Days that are only in
 * archives are in the log meanwhile, for this transaction alone.
 * @param month `YYYY-MM`
 * @param mayLose also when fewer scans are kept than the roll-ups count
 * @returns how many scans by people the month has
 * @throws RecountRefused, ArchiveFault
 */
export async function recountMonth(
  dependencies: ArchiveDependencies,
  month: string,
  { mayLose = false }: { mayLose?: boolean } = {},
): Promise<number> {
  const { database, files } = dependencies
  const from = new Date(`${month}-01T00:00:00Z`)
  const span = { from, to: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1)) }
  // What came late goes to the archives, so that the log has nothing but what is put there below.
  for (const day of await lateDays(database.db, span)) await archiveDay(dependencies, day)
  return database.transaction(
    async (tx) => {
      await tx.execute(sql`lock table scan_batches in share row exclusive mode`)
      if ((await lateDays(tx, span)).length > 0)
        throw new RecountRefused(`scans of ${month} came in meanwhile: nothing was changed; run this again`)
      const archives = await archivesOf(tx, span)
      const dictionaries = new LogDictionaries()
      for (const archive of archives) await putIntoLog(tx, files, dictionaries, archive)
      const kept = await countPeople(tx, span)
      const counted = await countRolledUp(tx, span)
      if (kept < counted && !mayLose)
        throw new RecountRefused(
          `the roll-ups of ${month} count ${counted} scans and ${kept} are kept: nothing was changed`,
        )
      await recompute(tx, month)
      await recountCounters(tx)
      for (const day of daysOf(archives)) await deleteFromLog(tx, spanOfDay(day))
      return kept
    },
    { statementTimeoutMs: null },
  )
}

/** The log has the month whole for this transaction, whatever was dropped from it. */
async function recompute(tx: Db, month: string): Promise<void> {
  const first = `${month}-01`
  const [retention] = await query<{ wholeFrom: string | null }>(
    tx,
    sql`select whole_from::text as "wholeFrom" from scan_retention`,
  )
  const setWholeFrom = (day: string | null) =>
    tx.execute(sql`update scan_retention set whole_from = ${day}::date`)
  if (retention) await setWholeFrom(null)
  await tx.execute(sql`select scan_recompute_month(${first}::date)`)
  if (retention) await setWholeFrom(retention.wholeFrom)
}

/** Makes the counters of codes and owners again from the roll-ups, which outlast the log. */
export async function recountCounters(db: Db): Promise<void> {
  await db.execute(sql`select scan_recompute_counters()`)
}

const archivesOf = (db: Db, span: Span): Promise<Archive[]> =>
  listArchives(db, sql`${ofSpan(span)} and ${thatLeft}`)

const daysOf = (archives: readonly Archive[]): Set<string> => new Set(archives.map(({ day }) => day))

/** Days that left the log and have got a scan since. */
async function lateDays(db: Db, span: Span): Promise<string[]> {
  const left = daysOf(await archivesOf(db, span))
  return left.size === 0 ? [] : [...(await sumsByDay(db, span)).keys()].filter((day) => left.has(day))
}

async function putIntoLog(
  tx: Db,
  files: FileStore,
  dictionaries: LogDictionaries,
  archive: Archive,
): Promise<void> {
  await ensureMonths(tx, [`${archive.day.slice(0, 7)}-01`])
  await ensureDays(tx, [archive.day])
  for await (const scans of readArchive(files, archive, null))
    for (let at = 0; at < scans.length; at += ROWS_PER_STATEMENT) {
      const rows = scans.slice(at, at + ROWS_PER_STATEMENT).map(rowOf)
      // In this transaction: the embedded engine has no other.
      const numbersOf = await dictionaries.numbersOf({ transaction: (work) => work(tx) }, rows)
      await insertScans(tx, rows, numbersOf)
    }
}

const rowOf = (scan: ScanFacts) => ({ ...scan, visitor: '', country: scan.country || null })

async function countPeople(db: Db, span: Span): Promise<number> {
  const days = [...(await sumsByDay(db, span)).values()]
  return days
    .flatMap(({ groups }) => Object.entries(groups))
    .reduce((sum, [key, [rows]]) => sum + (key.startsWith('person:') ? rows : 0), 0)
}

/** As many as charts show, of codes, without their owners. */
async function countRolledUp(db: Db, { from, to }: Span): Promise<number> {
  const [found] = await query<{ scans: string }>(
    db,
    sql`select coalesce(sum(quarters.scans), 0)::text as scans
        from scan_quarters as quarters join scan_counters on subject = code_id
        where at >= ${from} and at < ${to}`,
  )
  return Number(found?.scans)
}
