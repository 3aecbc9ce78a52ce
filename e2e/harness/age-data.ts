import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'

/** Lets the periods of all subscriptions of a stopped server have begun and ended some days earlier. */
export const ageDataByDays = (dataDir: string, days: number) =>
  moveBack(
    dataDir,
    `update subscriptions set start_at = start_at - $1::interval, end_at = end_at - $1::interval`,
    `${days} days`,
  )

/** Lets all payments of a stopped server have been made some hours earlier. */
export const ageDataByHours = (dataDir: string, hours: number) =>
  moveBack(
    dataDir,
    `update payments set created_at = created_at - $1::interval, expires_at = expires_at - $1::interval,
       ask_at = ask_at - $1::interval`,
    `${hours} hours`,
  )

async function moveBack(dataDir: string, statement: string, time: string): Promise<void> {
  const database = await PGlite.create({ dataDir: join(dataDir, 'postgres') })
  await database.query(statement, [time])
  // So that the run that is planned for later is made at the start.
  await database.query(`update job_rounds set due_at = now(), lease_until = null where name like 'billing-%'`)
  await database.close()
}
