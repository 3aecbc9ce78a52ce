import type { Language } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { type Database, query } from '../../platform/db/database'
import { csvFile, spreadsheetCsv } from '../../platform/export/csv'
import type { ExportEntry, ExportOf } from '../../platform/export/entry'
import type { FileStore } from '../../platform/files/file-store'
import { ownerRows } from './analytics/csv-export'
import { nextCodes, spanOfLog } from './analytics/scan-log-repository'
import { spanOfArchives } from './archive/archive-repository'
import { keptScans } from './archive/kept-scans'

const CODES_AT_ONCE = 1000
/** Ten years of a code are 3,650 days. */
const SUMMED_AT_ONCE = 20
/** No index leads to all codes of an owner, deleted ones too. */
const WHOLE_TABLE_MS = 60_000

/**
 * The scans of each code of an owner by day (UTC): by people, and unique ones. Behind them the log and its archives as far
 * as they are kept, a file for each month (UTC) that has a row, with what the CSV file of a code shows.
 */
export const exportScans = ({
  database,
  files,
  language,
}: {
  database: Database
  files: FileStore
  language: Language
}): ExportOf =>
  async function* (userId) {
    const kept = keptScans(database.db, files)
    yield csvFile('scans/scans-by-day.csv', language, ['code', 'codeId', 'day', 'scans', 'unique'], days())
    for (const span of await months()) {
      const rows = ownerRows(kept, userId, span, spreadsheetCsv(language))
      const first = await rows.next()
      if (!first.done) yield logFile(span.from, first.value, rows)
    }

    async function months(): Promise<{ from: Date; to: Date }[]> {
      const spans: { from: Date; to: Date }[] = []
      const kept = [await spanOfArchives(database.db), await spanOfLog(database.db)].filter(
        (span) => span !== null,
      )
      const [first, last] = [
        Math.min(...kept.map(({ first }) => +first)),
        Math.max(...kept.map(({ last }) => +last)),
      ]
      for (let from = monthFrom(new Date(first), 0); +from <= last; from = monthFrom(from, 1))
        spans.push({ from, to: monthFrom(from, 1) })
      return spans
    }

    async function* days(): AsyncGenerator<string[]> {
      for (let after: string | null = null; ; ) {
        const read = (from: string | null) =>
          database.transaction((tx) => nextCodes(tx, userId, from, CODES_AT_ONCE), {
            statementTimeoutMs: WHOLE_TABLE_MS,
          })
        const codes: { codeId: string; name: string }[] = await read(after)
        for (let at = 0; at < codes.length; at += SUMMED_AT_ONCE)
          yield* daysOf(codes.slice(at, at + SUMMED_AT_ONCE))
        after = codes.at(-1)?.codeId ?? null
        if (codes.length < CODES_AT_ONCE) return
      }
    }

    async function* daysOf(codes: { codeId: string; name: string }[]): AsyncGenerator<string[]> {
      const names = new Map(codes.map(({ codeId, name }) => [codeId, name]))
      const rows = await query<{ codeId: string; day: string; scans: string; uniques: string }>(
        database.db,
        sql`select subject as "codeId", to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day,
            sum(scans)::text as scans, sum(uniques)::text as uniques
          from scan_quarter_rows where subject = any(${sql.param([...names.keys()])}::uuid[])
          group by 1, 2 order by 1, 2`,
      )
      for (const { codeId, day, scans, uniques } of rows)
        yield [names.get(codeId) ?? '', codeId, day, scans, uniques]
    }
  }

const logFile = (month: Date, first: string, further: AsyncIterable<string>): ExportEntry => ({
  path: `scans/${month.toISOString().slice(0, 7)}.csv`,
  async *read() {
    yield first
    yield* further
  },
})

/** The beginning of the month of a time, or of one some months later (UTC). */
const monthFrom = (time: Date, later: number): Date =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + later))
