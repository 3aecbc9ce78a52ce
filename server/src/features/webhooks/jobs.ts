import { sql } from 'drizzle-orm'
import { type Database, query } from '../../platform/db/database'
import type { RepeatedJob } from '../../platform/jobs'
import { TRUSTED_NOW } from '../../platform/trusted-clock'
import { forgetCounts, scanCountJob, tellAllCounts } from './scan-counts'

const KEPT_DAYS = 30
const DELETED_AT_ONCE = 1_000

const isOld = sql`at < ${TRUSTED_NOW} - make_interval(days => ${KEPT_DAYS})`

/** Tells what was counted; deletes events of more than a month ago, with their deliveries, whatever became of them. */
export const webhookJobs = (database: Database): RepeatedJob[] => [
  scanCountJob(database),
  {
    name: 'webhook-cleanup',
    everySeconds: 3_600,
    irreversible: async () => {
      const [row] = await query<{ events: number }>(
        database.db,
        sql`select count(*)::integer as events from outbox_events where ${isOld}`,
      )
      return { events: row?.events ?? 0 }
    },
    run: async () => {
      for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE; )
        deleted = (
          await query(
            database.db,
            sql`delete from outbox_events where id in (
              select id from outbox_events where ${isOld} limit ${DELETED_AT_ONCE}
            ) returning 1 as one`,
          )
        ).length
      await database.transaction(forgetCounts)
      await tellAllCounts(database)
    },
  },
]
