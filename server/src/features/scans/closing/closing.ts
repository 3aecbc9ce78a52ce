import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../../platform/db/database'
import type { RepeatedJob } from '../../../platform/jobs'
import { BatchSize, CLOSING_BOUNDS, isTooLarge } from '../batch-size'
import { closeNext, dropVisitorIndexes, lastMoment } from './closing-repository'

/** By then nearly all scans of a time are folded, and the others are added as they come. */
const GRACE_MINUTES = 2
const STEP_LIMIT_MS = 60_000
/** After late scans of many days, or moves of codes, this takes longer: it goes on with the next run, behind what is over then. */
const PACK_MS = 40_000

export const closingJobs = (database: Database): RepeatedJob[] => [
  {
    name: 'scan-closing',
    everySeconds: 60,
    async run() {
      await closeScans(database)
      await dropVisitorIndexes(database)
    },
  },
]

/**
 * Makes the breakdowns of hours and days that are over, and of the five minutes of a running hour, in small steps, and packs
 * the quarters of an hour of closed days.
 *
 * Each scan is in them once. Rows reach the log only by a fold, and folds and steps take turns at one lock: what a step reads
 * is whole, and a fold knows what is closed. It adds to that, and leaves the rest to the log, where a later step finds it. A
 * step writes breakdowns and how far they are in one transaction; a killed one has done nothing, and of two closers one waits
 * for the other's step and does the next.
 */
export async function closeScans(database: Database, graceMinutes = GRACE_MINUTES): Promise<void> {
  const until = await lastMoment(database.db, graceMinutes)
  const codes = new BatchSize(CLOSING_BOUNDS[database.engine])
  const owners = new BatchSize(CLOSING_BOUNDS[database.engine])
  const endAt = performance.now() + PACK_MS
  for (;;) {
    const startedAt = performance.now()
    const atOnce = { codes: codes.rows, owners: owners.rows }
    try {
      const step = await closeNext(database, until, atOnce, STEP_LIMIT_MS)
      if (step === null || ((step === 'quarters' || step === 'remade') && startedAt > endAt)) return
      const ms = performance.now() - startedAt
      if (step === 'codes' || step === 'quarters') codes.stored(atOnce.codes, ms)
      if (step === 'owners') owners.stored(atOnce.owners, ms)
      // The embedded engine serves nobody else during a step.
      await pause(ms)
    } catch (error) {
      if (!isTooLarge(error) || atOnce.codes === 1) throw error
      codes.refused(atOnce.codes)
      owners.refused(atOnce.owners)
    }
  }
}
