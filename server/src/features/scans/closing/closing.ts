import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../../platform/db/database'
import type { RepeatedJob } from '../../../platform/jobs'
import { BatchSize, isTooLarge } from '../batch-size'
import { closeNext, hasEndedBefore, nextTransaction, raiseBarrier } from './closing-repository'

/** By then nearly all scans of a time are imported, and the others are added one by one. */
const GRACE_MINUTES = 2
const POLL_MS = 50
/** An import takes seconds at most; other transactions that write may take longer. */
const WAIT_MS = 60_000
const STEP_LIMIT_MS = 60_000
/** After late scans of many days, packing their quarters takes longer: it goes on with the next run, behind what is over then. */
const PACK_MS = 40_000

export const closingJobs = (database: Database): RepeatedJob[] => [
  { name: 'scan-closing', everySeconds: 60, run: () => closeScans(database) },
]

/**
 * Makes the breakdowns of hours and days that are over, and of the five minutes of a running hour, in small steps, and packs
 * the quarters of an hour of closed days.
 *
 * Each scan is in them once. An import looks at the barrier after its transaction has begun to write. When the barrier is
 * raised, closing waits for all transactions that were writing then: they may have found the earlier barrier, and their
 * scans are in the log now. Whoever finds the raised one and has scans before it takes the lock of the steps
 * (`closingFor`), so that it knows what is closed: it adds to that, and leaves the rest to the log, where a later step
 * finds it. A step writes breakdowns and how far they are in one transaction; a killed one has done nothing, and of two
 * closers one waits for the other's step and does the next.
 * @throws when a transaction writes for so long that nothing can be closed
 */
export async function closeScans(database: Database, graceMinutes = GRACE_MINUTES): Promise<void> {
  const until = await raiseBarrier(database.db, graceMinutes)
  if (until === null) return
  await othersEnded(database)
  const codes = new BatchSize(database.engine)
  const owners = new BatchSize(database.engine)
  const endAt = performance.now() + PACK_MS
  for (;;) {
    const startedAt = performance.now()
    const atOnce = { codes: codes.scans, owners: owners.scans }
    try {
      const step = await closeNext(database, until, atOnce, STEP_LIMIT_MS)
      if (step === null || (step === 'quarters' && startedAt > endAt)) return
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

async function othersEnded({ db }: Database): Promise<void> {
  const next = await nextTransaction(db)
  for (const endAt = performance.now() + WAIT_MS; !(await hasEndedBefore(db, next)); ) {
    if (performance.now() > endAt)
      throw new Error('no scans are closed: a transaction has been writing for a minute')
    await pause(POLL_MS)
  }
}
