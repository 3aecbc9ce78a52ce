import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { startPostgres } from '../../../scripts/test/postgres.mjs'
import { killPrograms, startProgram } from './program'

export interface Installation {
  /** Each process has a folder of its own in it. */
  folder: string
  settings: Record<string, string>
  client: pg.Client
}

/** A web process on a PostgreSQL of its own; both end with the work, and so does all that it has started. */
export async function onPostgres(
  work: (installation: Installation & { url: string }) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'scanleaf-killed-workers-'))
  const postgres = await startPostgres()
  const client = new pg.Client(postgres.url)
  try {
    const settings = { DATABASE_URL: postgres.url, BILLING: 'off' }
    const web = await startProgram({ ...settings, ROLE: 'web', DATA_DIR: join(folder, 'web') })
    await web.ready
    await client.connect()
    await work({ folder, settings, client, url: web.url })
  } finally {
    await client.end()
    await killPrograms()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export interface KilledWork extends Installation {
  /** The name of the job that does the work. */
  job: string
  /** Starts the work, before the first kill. */
  start(): Promise<unknown>
  /** A query whose only value is how many rows are done. */
  done: string
  rows: number
  kills: number
  killPoint(min: number, max: number): number
}

/**
 * Has two workers on one database do the rows of a job, and kills them in turn midway, the last time when at most half
 * of the rows are done. Ends with both when all are.
 */
export async function workWithKills(work: KilledWork): Promise<void> {
  const { folder, settings, client, job, rows, kills } = work
  const names = ['a', 'b']
  const startWorker = (which: number) =>
    startProgram({ ...settings, ROLE: 'worker', DATA_DIR: join(folder, names[which] ?? '') })
  const workers = [await startWorker(0), await startWorker(1)]
  const done = async () => {
    const { rows: found } = await client.query({ text: work.done, rowMode: 'array' })
    return Number(found[0]?.[0] ?? 0)
  }
  // The lease of a killed worker lasts a minute, and that of a living one keeps the other from the work.
  const endLease = () =>
    client.query('update job_rounds set lease_until = null, due_at = now() where name = $1', [job])
  const step = Math.floor(rows / kills / 2)
  await work.start()
  for (let kill = 0; kill < kills; kill++) {
    const point = work.killPoint(kill * step, (kill + 1) * step)
    // A worker that begins just when another is killed finds the rows locked yet, and looks again a minute later.
    await expect.poll(done, { interval: 20, timeout: 150_000 }).toBeGreaterThanOrEqual(point)
    const which = kill % workers.length
    await workers[which]?.kill('SIGKILL')
    await endLease()
    workers[which] = await startWorker(which)
  }
  await endLease()
  // As long as it goes on: how fast is the machine's affair.
  for (let counted = await done(); counted < rows; ) {
    const before = counted
    await expect.poll(async () => (counted = await done()), { timeout: 150_000 }).toBeGreaterThan(before)
  }
  expect(await done()).toBe(rows)
  for (const worker of workers) await worker.kill('SIGKILL')
}
