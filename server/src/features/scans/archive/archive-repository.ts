import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type Database, type Db, query } from '../../../platform/db/database'
import { deleteFromLog, type LogSum, type Span, sumsOfLog } from '../analytics/scan-log-repository'
import { lockClosing } from '../closing/closing-repository'
import { dropTable, type LogPartition } from '../log/log-repository'
import { ALWAYS, isIn, type OpenSpan, spanPartsOf } from '../log/log-spans'
import type { ArchiveChecksums } from './archive-file'
import { isSame, joinSums, rowsOf, type ScanSums } from './scan-sums'
import { scanArchives } from './table'

const DAY_MS = 86_400_000
/** The sums of a day or a month of a large log. */
const LONG_MS = 600_000

/** A file that is in its place and not recorded yet. */
export interface NewArchive extends ArchiveChecksums {
  sums: ScanSums
  firstCode: string
  lastCode: string
}

export interface Archive extends NewArchive {
  day: string
  part: number
  rows: number
  /** The log no longer has the day. */
  hasLeft: boolean
}

/** A restore without the log takes out of it whatever was archived before, as retention does. */
const HAS_LEFT = sql<boolean>`(${scanArchives.isDropped}
  or ${scanArchives.madeAt} < coalesce((select max(at) from restores_without_log), '-infinity'))`

export const withLongStatements = <T>(database: Database, work: (tx: Db) => Promise<T>): Promise<T> =>
  database.transaction(work, { statementTimeoutMs: LONG_MS })

export const spanOfDay = (day: string): Span => {
  const from = new Date(`${day}T00:00:00Z`)
  return { from, to: new Date(from.getTime() + DAY_MS) }
}

export const spanOf = ({ begins, endsBefore }: LogPartition): Span => ({
  from: new Date(`${begins}T00:00:00Z`),
  to: new Date(`${endsBefore}T00:00:00Z`),
})

/** Archives in the order of their days, each day with its parts. */
export async function listArchives(db: Db, where?: SQL): Promise<Archive[]> {
  const rows = await db
    .select({ archive: scanArchives, hasLeft: HAS_LEFT })
    .from(scanArchives)
    .where(where)
    .orderBy(asc(scanArchives.day), asc(scanArchives.part))
  return rows.map(({ archive, hasLeft }) => {
    const {
      sums: groups,
      firstAt,
      lastAt,
      madeAt: _made,
      comparedAt: _compared,
      isDropped: _dropped,
      ...rest
    } = archive
    return { ...rest, sums: { groups, firstAt: firstAt.getTime(), lastAt: lastAt.getTime() }, hasLeft }
  })
}

export const ofDay = (day: string): SQL => eq(scanArchives.day, day)
/** Of the days (UTC) that a span touches. */
export const ofSpan = ({
  from,
  to,
}: Span): SQL => sql`${scanArchives.day} >= (${from}::timestamptz at time zone 'UTC')::date
  and ${scanArchives.day} < ${to}::timestamptz at time zone 'UTC'`
export const thatLeft: SQL = HAS_LEFT

/** The first and the last time of the days that are only in archives; null without any. */
export async function spanOfArchives(db: Db): Promise<{ first: Date; last: Date } | null> {
  const [found] = await query<{ first: string | null; last: string | null }>(
    db,
    sql`select min(first_at)::text as first, max(last_at)::text as last from scan_archives where ${HAS_LEFT}`,
  )
  return found?.first && found.last ? { first: new Date(found.first), last: new Date(found.last) } : null
}

/**
 * Closed days of the log, oldest first, that have no archive, or may have got a scan since: those that have left the log,
 * and those that were last compared long ago and are recent or expire.
 * @param closedBefore the first day (UTC) that is not closed
 */
export async function findOpenDays(
  db: Db,
  {
    closedBefore,
    recentFrom,
    expiredBefore,
  }: { closedBefore: string; recentFrom: string; expiredBefore: string },
): Promise<string[]> {
  return closedDays(
    db,
    closedBefore,
    sql`not exists (select from scan_archives where scan_archives.day = days.day)
      or exists (select from scan_archives where scan_archives.day = days.day and (${HAS_LEFT}
        or compared_at not between now() - interval '1 day' and now() and (days.day >= ${recentFrom}::date or days.day < ${expiredBefore}::date)))`,
  )
}

/** How many closed days of the log have no archive. */
export async function countUnarchived(db: Db, closedBefore: string): Promise<number> {
  const days = await closedDays(
    db,
    closedBefore,
    sql`not exists (select from scan_archives where scan_archives.day = days.day)`,
  )
  return days.length
}

/**
 * Those of the closed days that have scans, oldest first. The names of the days of the log tell the first of them: no
 * index leads to its oldest scan.
 * @param isMeant a condition on `days.day`
 */
async function closedDays(db: Db, closedBefore: string, isMeant: SQL): Promise<string[]> {
  const found: { day: string }[] = []
  for (const part of await spanPartsOf(db, ALWAYS))
    found.push(
      ...(await query<{ day: string }>(
        db,
        sql`select to_char(days.day, 'YYYY-MM-DD') as day
            from (
              select min(to_date(right(inhrelid::regclass::text, 10), 'YYYY_MM_DD')) as first from pg_inherits
              where inhparent = 'scan_log'::regclass
            ) as log,
              lateral (
                select at::date as day, at::timestamp at time zone 'UTC' as at
                from generate_series(log.first, ${closedBefore}::date - 1, interval '1 day') as at
              ) as days
            where ${isIn(part)} and ${hasScans(part)} and (${isMeant})
            order by 1`,
      )),
    )
  return found.map(({ day }) => day)
}

const hasScans = (part: OpenSpan): SQL => sql`exists (
  select from scan_log where ${isIn(part)} and at >= days.day::timestamp at time zone 'UTC'
    and at < (days.day + 1)::timestamp at time zone 'UTC')`

/** The sums of each day (UTC) of a span in the log; days without a scan are missing. */
export async function sumsByDay(db: Db, span: Span): Promise<Map<string, ScanSums>> {
  const days = Map.groupBy(await sumsOfLog(db, span), ({ day }) => day)
  return new Map([...days].map(([day, sums]) => [day, joinSums(sums.map(sumsOf))]))
}

const sumsOf = ({ kind, digit, rows, uniques, repeats, firstAt, lastAt }: LogSum): ScanSums => ({
  groups: { [`${kind}:${digit}`]: [rows, uniques, repeats] },
  firstAt,
  lastAt,
})

const joined = (archives: readonly Archive[]): ScanSums => joinSums(archives.map(({ sums }) => sums))

/** Held from the comparison to the commit by all who change archives, so that none passes over a file of another. */
export const lockArchives = (tx: Db) => tx.execute(sql`lock table scan_archives in share row exclusive mode`)

/**
 * Records a file of a day, once the log is found to have what the files of that day have, and no more. A day that has left
 * the log leaves it again.
 * @returns false when the log has changed since the file was written
 */
export const recordArchive = (database: Database, day: string, archive: NewArchive): Promise<boolean> =>
  database.transaction(
    async (tx) => {
      await lockArchives(tx)
      const parts = await listArchives(tx, ofDay(day))
      const hasLeft = parts.some((part) => part.hasLeft)
      // Folds wait, so that what is deleted below is what was compared.
      if (hasLeft) await lockClosing(tx)
      const inFiles = hasLeft ? archive.sums : joinSums([joined(parts), archive.sums])
      const logged = (await sumsByDay(tx, spanOfDay(day))).get(day)
      if (!logged || !isSame(logged, inFiles)) return false
      const part = (parts.at(-1)?.part ?? 0) + 1
      await tx.insert(scanArchives).values(rowOf({ ...archive, day, part, isDropped: hasLeft }))
      if (hasLeft) await deleteFromLog(tx, spanOfDay(day))
      else await tx.update(scanArchives).set({ comparedAt: sql`now()` }).where(ofDay(day))
      return true
    },
    { statementTimeoutMs: LONG_MS },
  )

/** Puts a file in the place of another of its day, which has none of the scans that are erased. */
export const replaceArchive = (
  database: Database,
  old: Archive,
  archive: NewArchive | null,
): Promise<boolean> =>
  database.transaction(async (tx) => {
    await lockArchives(tx)
    const [gone] = await tx.delete(scanArchives).where(eq(scanArchives.key, old.key)).returning()
    if (!gone) return false
    const { day, part, madeAt, comparedAt, isDropped } = gone
    if (archive)
      await tx
        .insert(scanArchives)
        .values({ ...rowOf({ ...archive, day, part, isDropped }), madeAt, comparedAt })
    return true
  })

const rowOf = ({
  sums: { groups, firstAt, lastAt },
  ...archive
}: NewArchive & { day: string; part: number; isDropped: boolean }): typeof scanArchives.$inferInsert => ({
  ...archive,
  rows: rowsOf({ groups, firstAt, lastAt }),
  sums: groups,
  firstAt: new Date(firstAt ?? 0),
  lastAt: new Date(lastAt ?? 0),
})

export const recordComparison = (db: Db, day: string) =>
  db.update(scanArchives).set({ comparedAt: sql`now()` }).where(ofDay(day))

/** Those of the keys that are recorded. */
export async function knownKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ key: scanArchives.key })
    .from(scanArchives)
    .where(inArray(scanArchives.key, [...keys]))
  return new Set(rows.map(({ key }) => key))
}

/** Files of a day that the log still has are no longer counted on: the day is archived again. */
export const forgetDay = (db: Db, day: string) =>
  db.delete(scanArchives).where(sql`${ofDay(day)} and not ${HAS_LEFT}`)

/**
 * Drops a partition of the log, whose archives are read from then on.
 * @param mustBeArchived nothing is dropped unless the archives have all of it
 * @returns the first day that is not the same in both; null when the partition is gone
 */
export const dropWhatIsArchived = (
  database: Database,
  partition: LogPartition,
  mustBeArchived: boolean,
): Promise<string | null> =>
  database.transaction(
    async (tx) => {
      const [found] = await query<{ there: boolean }>(
        tx,
        sql`select to_regclass(${partition.name}) is not null as there`,
      )
      if (!found?.there) return null
      const span = spanOf(partition)
      if (mustBeArchived) {
        // Readers continue; a scan that comes late waits, and then finds the partition recreated.
        await tx.execute(sql`lock table ${sql.identifier(partition.name)} in share mode`)
        await lockArchives(tx)
        const day = await findDifference(tx, span)
        if (day !== null) return day
      }
      await dropTable(tx, partition)
      await tx.update(scanArchives).set({ isDropped: true }).where(ofSpan(span))
      return null
    },
    { statementTimeoutMs: LONG_MS },
  )

/** The first day of a span that the log has otherwise than the archives; null when they are the same. */
export async function findDifference(db: Db, span: Span): Promise<string | null> {
  const logged = await sumsByDay(db, span)
  const archived = Map.groupBy(await listArchives(db, ofSpan(span)), ({ day }) => day)
  for (const day of [...new Set([...logged.keys(), ...archived.keys()])].sort()) {
    const parts = (archived.get(day) ?? []).filter(({ hasLeft }) => !hasLeft)
    if (!isSame(logged.get(day) ?? joinSums([]), joined(parts))) return day
  }
  return null
}

/** Whether the files of a day have what the log has. */
export async function isArchived(db: Db, day: string): Promise<boolean> {
  return (await findDifference(db, spanOfDay(day))) === null
}
