import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { expect } from 'vitest'
import { startPostgres } from '../../../scripts/test/postgres.mjs'
import { frameOf } from '../../src/platform/journal/frame'
import { closedName, newBatchId, newSegmentName } from '../../src/platform/journal/segment-name'
import { aScan } from '../../src/testing/scan'
import { killPrograms, type Program, startProgram } from './program'

const KILL_AT = pathToFileURL(join(import.meta.dirname, 'kill-at.mjs')).href

/** Processes on machines of their own, one for each name, over one PostgreSQL and a stream. */
export async function openInstallation(streamUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'scanleaf-stream-'))
  const postgres = await startPostgres({ settings: ['fsync=off'] })
  const journalOf = (name: string) => join(folder, name, 'journal')

  const settingsOf = (name: string) => ({
    DATABASE_URL: postgres.url,
    DATA_DIR: join(folder, name),
    SCAN_STREAM_URL: streamUrl,
  })

  function start(role: string, name: string, settings: Record<string, string> = {}): Promise<Program> {
    return startProgram({ ROLE: role, ...settingsOf(name), LOG_LEVEL: 'error', ...settings })
  }

  async function countsOf(codeId: string): Promise<{ counter: number; log: number }> {
    const client = new pg.Client(postgres.url)
    await client.connect()
    try {
      const { rows } = await client.query(
        `select coalesce((select scans from scan_counters where code_id = $1), 0)::int as counter,
          (select count(*) from scan_rows where code_id = $1)::int as log`,
        [codeId],
      )
      return rows[0]
    } finally {
      await client.end()
    }
  }

  return {
    postgres,
    settingsOf,
    start,
    /** @param step of kill-at.mjs @param options the process to end, by default the started one, and the signal */
    startKilledAt: (step: string, role: string, name: string, { victim = 0, signal = 'SIGKILL' } = {}) =>
      start(role, name, {
        NODE_OPTIONS: `--import=${KILL_AT}`,
        KILL_AT: step,
        KILL_SIGNAL: signal,
        ...(victim > 0 && { KILL_PID: `${victim}` }),
      }),
    /** Two segments of three scans each, as a redirect process has closed them. */
    leaveSegments(name: string, codeId: string): number {
      mkdirSync(journalOf(name), { recursive: true })
      for (let segment = 0; segment < 2; segment++) {
        const file = closedName(newSegmentName(Date.now(), newBatchId()))
        writeFileSync(join(journalOf(name), file), frameOf(Array.from({ length: 3 }, () => aScan(codeId))))
      }
      return 6
    },
    segmentsOf: (name: string) => readdirSync(journalOf(name)).filter((file) => file.endsWith('.closed')),
    countsOf,
    /** Resolves when that many scans are in the log and counted; more are a failure, and so are fewer at the end. */
    counted: (codeId: string, scans: number) =>
      expect.poll(() => countsOf(codeId)).toEqual({ counter: scans, log: scans }),
    async close(): Promise<void> {
      await killPrograms()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Installation = Awaited<ReturnType<typeof openInstallation>>
