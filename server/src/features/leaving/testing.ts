import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { openFiles } from '../../platform/files/file-store'
import { createLog } from '../../platform/logging'
import type { Person, testApp } from '../../testing/app'
import { leavingJobs } from '.'

const log = createLog('silent')

/** Leaving as people do it, and what time does about it. */
export function leavingOf(product: ReturnType<typeof testApp>) {
  const execute = (statement: ReturnType<typeof sql>) => product.database().db.execute(statement)

  async function runJob(name: 'account-deletions' | 'account-exports', files = openFiles(product.config())) {
    const config = product.config()
    const dependencies = {
      database: product.database(),
      clock: product.clock,
      log,
      config,
      files: await files,
    }
    const job = leavingJobs(dependencies).find((each) => each.name === name)
    if (!job) throw new Error(`there is no job ${name}`)
    await job.run()
  }

  const leave = (who: { sid: string }, payload: object = {}) =>
    product.as(who).inject({ method: 'DELETE', url: '/identity/users/profile', payload })

  /** Leaves, and lets the 30 days and the hour of late writes pass. */
  async function leaveForGood(who: Person, payload: object = {}) {
    expect((await leave(who, payload)).statusCode).toBe(200)
    await execute(sql`update users set deleting_at = now() where id = ${who.id}`)
    await runJob('account-deletions')
    await execute(sql`update erasures set begun_at = begun_at - interval '1 hour' where user_id = ${who.id}`)
    await runJob('account-deletions')
  }
  return { execute, runJob, leave, leaveForGood }
}
