import { sql } from 'drizzle-orm'
import { type Database, query } from '../../platform/db/database'
import type { RepeatedJob } from '../../platform/jobs'
import { TRUSTED_NOW } from '../../platform/trusted-clock'

const KEPT_DAYS = 30
const DELETED_AT_ONCE = 1_000

const isOld = sql`at < ${TRUSTED_NOW} - make_interval(days => ${KEPT_DAYS})`

/** Deletes events of more than a month ago, with their deliveries, whatever became of them. */
export const webhookJobs = ({ db }: Database): RepeatedJob[] => [
  {
    name: 'webhook-cleanup',
    everySeconds: 3_600,
    irreversible: async () => {
      const [row] = await query<{ events: number }>(
        db,
        sql`select count(*)::integer as events from outbox_events where ${isOld}`,
      )
      return { events: row?.events ?? 0 }
    },
    run: async () => {
      for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE; )
        deleted = (
          await query(
            db,
            sql`delete from outbox_events where id in (
              select id from outbox_events where ${isOld} limit ${DELETED_AT_ONCE}
            ) returning 1 as one`,
          )
        ).length
    },
  },
]
