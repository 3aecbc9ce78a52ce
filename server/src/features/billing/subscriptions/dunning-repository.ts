import { type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'
import { billingNotifications } from '../notifications/table'
import { DUNNING_MS } from './dunning'
import { subscriptions } from './table'

/**
 * Some of the users, after the given one, of whom a step or a reminder is due: the question of `nextStep` and
 * `reminderOf`, asked of the whole table.
 */
export async function findDue(db: Db, now: Date, after: string, atOnce: number): Promise<string[]> {
  const endedFor = (ms: number): SQL =>
    sql`${subscriptions.endAt} <= ${new Date(now.getTime() - ms).toISOString()}::timestamptz`
  const untold = (kind: string): SQL => sql`not exists (
    select from ${billingNotifications} where ${billingNotifications.userId} = ${subscriptions.userId}
      and ${billingNotifications.kind} = ${kind} and ${billingNotifications.subject} = ${SUBJECT})`
  const rows = await query<{ userId: string }>(
    db,
    sql`select ${subscriptions.userId} as "userId" from ${subscriptions}
      where ${subscriptions.userId} > ${after} and ${endedFor(DUNNING_MS.endsSoon)} and case ${subscriptions.status}
        when 'active' then ${endedFor(DUNNING_MS.ended)} or ${untold('ends-soon')}
        when 'pending' then ${endedFor(DUNNING_MS.pastDue)}
          or (${endedFor(DUNNING_MS.graceHalf)} and ${untold('grace-half')})
        else ${endedFor(DUNNING_MS.returned)} end
      order by ${subscriptions.userId} limit ${atOnce}`,
  )
  return rows.map(({ userId }) => userId)
}

/** The end of the period as `toISOString` writes it. */
const SUBJECT = sql`to_char(${subscriptions.endAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
