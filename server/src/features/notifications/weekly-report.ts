import { languageOf } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import type { Database, Db } from '../../platform/db/database'
import { query } from '../../platform/db/database'
import type { RepeatedJob } from '../../platform/jobs'
import { type MailValues, queueMail } from '../../platform/mail'
import { findRecipient } from '../account'
import { type ScanWeek, weekOfOwner } from '../scans'
import { listReportReaders, type ReportReader } from '../workspaces'
import { REPORTED_CODES } from './messages/weekly-report'
import { knownZone } from './messages/words'
import { listHomeReaders } from './repository'

const EVERY_SECONDS = 900
const AT_ONCE = 200
/** On Mondays from this hour on, by the clocks of the reader. */
const FIRST_HOUR = 7

/** Reports of last week on Monday morning; a worker that was away then sends them later that day. */
export const weeklyReportJob = (database: Database, sendsMail: () => boolean): RepeatedJob => ({
  name: 'weekly-reports',
  everySeconds: EVERY_SECONDS,
  run: async () => {
    if (sendsMail()) await sendWeeklyReports(database)
  },
  irreversible: async () => ({}),
})

/** @param now of a test; else the database's */
export async function sendWeeklyReports(database: Database, now?: Date): Promise<void> {
  const { db } = database
  for await (const userId of inPages('', (after) => listHomeReaders(db, after, AT_ONCE)))
    await sendReport(database, { userId, workspaceId: userId }, now)
  const first = { workspaceId: '', userId: '' }
  for await (const reader of inPages<Reader>(first, (after) => listReportReaders(db, after, AT_ONCE)))
    await sendReport(database, reader, now)
}

/** The home of a person has no name here. */
type Reader = Pick<ReportReader, 'workspaceId' | 'userId'> & { name?: string }

async function* inPages<T>(first: T, read: (after: T) => Promise<T[]>): AsyncGenerator<T> {
  for (let after = first; ; ) {
    const page = await read(after)
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < AT_ONCE) return
    after = last
  }
}

function sendReport(
  database: Database,
  { userId, workspaceId, name }: Reader,
  now: Date | undefined,
): Promise<void> {
  // A reader may have very many codes.
  return database.transaction(
    async (tx) => {
      const person = await findRecipient(tx, userId)
      if (!person) return
      const timeZone = knownZone(person.timeZone)
      const week = await lastWeek(tx, timeZone, now)
      const isHome = name === undefined
      const dedupeKey = `weekly-report:${isHome ? userId : `${userId}:${workspaceId}`}:${week.day}`
      if (!week.isDue || (await isQueued(tx, dedupeKey))) return
      const found = await weekOfOwner(tx, workspaceId, { ...week, timeZone }, REPORTED_CODES)
      if (found.scans === 0 && found.before === 0) return
      const { intl } = languageOf(person.language ?? 'vi')
      const day = new Intl.DateTimeFormat(intl, { dateStyle: 'medium', timeZone })
      const days = { from: day.format(week.start), to: day.format(new Date(week.end.getTime() - 1)) }
      const of = isHome ? {} : { workspace: workspaceId, workspaceName: name }
      const values = { ...days, ...of, ...valuesOf(found) }
      await queueMail(tx, { kind: 'weekly-report', dedupeKey, userId, address: null, language: null, values })
    },
    { statementTimeoutMs: null },
  )
}

/** The week that ended last in a time zone, and whether it is Monday morning there or later that day. */
async function lastWeek(tx: Db, timeZone: string, now: Date | undefined) {
  const moment = now === undefined ? sql`now()` : sql`${now}::timestamptz`
  const [row] = await query<{ day: string; before: string; start: string; end: string; is_due: boolean }>(
    tx,
    sql`select
        to_char(monday, 'YYYY-MM-DD') as day,
        (monday - interval '14 days') at time zone ${timeZone} as before,
        (monday - interval '7 days') at time zone ${timeZone} as start,
        monday at time zone ${timeZone} as "end",
        extract(isodow from local) = 1 and extract(hour from local) >= ${FIRST_HOUR}::integer as is_due
      from (
        select local, date_trunc('week', local) as monday from (select ${moment} at time zone ${timeZone} as local) as clock
      ) as week`,
  )
  if (!row) throw new Error('a row of constants is missing')
  const { day, before, start, end } = row
  return { day, before: new Date(before), start: new Date(start), end: new Date(end), isDue: row.is_due }
}

/** Before the scans are summed; the key itself keeps a second report out. */
async function isQueued(tx: Db, dedupeKey: string): Promise<boolean> {
  const rows = await query(tx, sql`select 1 from mail_outbox where dedupe_key = ${dedupeKey}`)
  return rows.length > 0
}

/** Flat, as values are in the outbox. */
function valuesOf({ scans, before, visitors, silent, days, most }: ScanWeek): MailValues {
  const codes = most.flatMap(({ name, dynamicId, scans }, index) => [
    [`name${index}`, name],
    [`id${index}`, dynamicId],
    [`scans${index}`, scans],
  ])
  const ofDays = days.map((count, index) => [`day${index}`, count])
  return { scans, before, visitors, silent, ...Object.fromEntries([...ofDays, ...codes]) }
}
