import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'

/** Lets the periods of all subscriptions of a stopped server have begun and ended some days earlier. */
export async function letDaysPass(dataDir: string, days: number): Promise<void> {
  const database = await PGlite.create({ dataDir: join(dataDir, 'postgres') })
  await database.query(
    `update subscriptions set start_at = start_at - $1 * interval '1 day', end_at = end_at - $1 * interval '1 day'`,
    [days],
  )
  // Without the round that is planned for later, one is made at the start.
  await database.query(`delete from pgboss.job where name = 'billing-renewals'`)
  await database.close()
}
