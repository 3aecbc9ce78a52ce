import { sql } from 'drizzle-orm'
import type { Database } from '../platform/db/database'
import { query } from '../platform/db/database'
import type { RepeatedJob } from '../platform/jobs'
import type { SharedDependencies } from './declare-part'

const NAME = 'demo-reset'

/** Each night at 03:00 UTC, by the clock of the database: one process does it, and late where none ran at that time. */
export const demoJob = (database: Database, dependencies: SharedDependencies): RepeatedJob => ({
  name: NAME,
  everySeconds: 300,
  async run() {
    const [row] = await query<{ is_due: boolean }>(
      database.db,
      sql`select done_at < date_trunc('day', now() - interval '3 hours', 'UTC') + interval '3 hours' as is_due
        from job_rounds where name = ${NAME}`,
    )
    // Null at its first run: the demo has just been filled.
    if (row?.is_due !== true) return
    const { config, log, denyList, isStopping } = dependencies
    const { resetDemo } = await import('../show-demo')
    await resetDemo({ config, database, log, denyList, gateways: [], isStopping })
  },
  irreversible: async () => ({}),
})
