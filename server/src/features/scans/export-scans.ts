import { sql } from 'drizzle-orm'
import { type Database, query } from '../../platform/db/database'
import { allRows, csvFile, type ExportOf } from '../../platform/export/entry'
import { nextCodes } from './analytics/scan-log-repository'

const CODES_AT_ONCE = 200
/** No index leads to all codes of an owner, deleted ones too. */
const WHOLE_TABLE_MS = 60_000

interface Day extends Record<string, unknown> {
  codeId: string
  day: string
  scans: string
  uniques: string
}

/** The scans of each code of an owner by day (UTC): by people, and unique ones. */
export const exportScans = (database: Database): ExportOf =>
  async function* (userId) {
    yield csvFile('scans/scans-by-day.csv', ['code', 'codeId', 'day', 'scans', 'unique'], days())

    async function* days(): AsyncGenerator<string[]> {
      for (let after: string | null = null; ; ) {
        const read = (from: string | null) =>
          database.transaction((tx) => nextCodes(tx, userId, from, CODES_AT_ONCE), {
            statementTimeoutMs: WHOLE_TABLE_MS,
          })
        const codes: { codeId: string; name: string }[] = await read(after)
        for (const { codeId, name } of codes)
          for await (const { day, scans, uniques } of allRows((last: Day | null) => daysOf(codeId, last)))
            yield [name, codeId, day, scans, uniques]
        after = codes.at(-1)?.codeId ?? null
        if (codes.length < CODES_AT_ONCE) return
      }
    }

    /** A year at once. */
    function daysOf(codeId: string, last: Day | null): Promise<Day[]> {
      const further = last === null ? sql`` : sql`and at >= ${last.day}::date + interval '1 day'`
      return query<Day>(
        database.db,
        sql`select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day,
            sum(scans)::text as scans, sum(uniques)::text as uniques
          from scan_quarters where subject = ${codeId} ${further}
          group by 1 order by 1 limit 366`,
      )
    }
  }
