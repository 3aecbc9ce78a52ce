import type { Clock } from '../clock'
import type { Database } from '../db/database'
import { databaseNow } from '../db/database-now'
import type { Log } from '../logging'
import { lockTrustedTime, readTrustedTime, writeTrustedTime } from './repository'
import { afterLook, doubtOf } from './trusted-time'

export { earliestNow, TRUSTED_NOW, trustedNow, trustedTime } from './repository'

/** Clocks that are kept by NTP are never this far apart. */
const MACHINES_DIFFER_MS = 60_000
const FOLLOW_EVERY_MS = 10_000
const LOOK_EVERY_MS = 60_000

/** Why nothing irreversible is done by age: the database's clock leapt, or differs from that of this machine. */
export interface ClockDoubt {
  reason: 'leap' | 'differs'
  /** By which the database's clock is ahead of trusted time, or of this machine; negative when it is behind. */
  seconds: number
}

/** Asked before each act that cannot be undone and that time alone brings about. */
export interface ClockGuard {
  /** Null when the clock is trusted. */
  findDoubt(): Promise<ClockDoubt | null>
}

/**
 * The clock that everything in this process that is stored or decides about data is given: the database's, carried on
 * by the monotonic clock of the process between looks. A wrong clock of this machine alone changes nothing.
 */
export class TrustedClock implements Clock, ClockGuard {
  /** What is added to the monotonic clock; the machine's clock counts until the database is there. */
  #offsetMs: number
  #database: Database | null = null
  #lookedAt: number | null = null

  /** @param machine what the clock of this machine shows, in milliseconds since the epoch */
  constructor(private readonly machine: () => number = Date.now) {
    this.#offsetMs = machine() - performance.now()
  }

  now(): Date {
    return new Date(performance.now() + this.#offsetMs)
  }

  /**
   * Follows the database's clock from now on.
   * @param isWatching records what it shows as well, so that time passes for what waits for it: in processes with jobs
   */
  async follow(
    database: Database,
    { log, isWatching }: { log: Log; isWatching: boolean },
  ): Promise<{ close(): Promise<void> }> {
    this.#database = database
    const onTrouble = (err: unknown) => log.debug({ err }, 'the clock of the database could not be read')
    let running = this.#read(database).then(() => {}, onTrouble)
    let waiting = 0
    await running
    const every = (ms: number, work: () => Promise<unknown>) =>
      setInterval(() => {
        // Behind a database that does not answer they must not pile up.
        if (waiting > 1) return
        waiting++
        running = running.then(work).then(() => {}, onTrouble)
        void running.then(() => waiting--)
      }, ms).unref()
    const timers = [every(FOLLOW_EVERY_MS, () => this.#read(database))]
    if (isWatching) timers.push(every(LOOK_EVERY_MS, () => this.#look(database)))
    return {
      async close() {
        for (const timer of timers) clearInterval(timer)
        await running
      },
    }
  }

  async findDoubt(): Promise<ClockDoubt | null> {
    if (!this.#database) throw new Error('the clock follows no database yet')
    const { now, doubtMs } = await this.#look(this.#database)
    const apartMs = now - this.machine()
    if (Math.abs(apartMs) > MACHINES_DIFFER_MS) return { reason: 'differs', seconds: inSeconds(apartMs) }
    return doubtMs === 0 ? null : { reason: 'leap', seconds: inSeconds(doubtMs) }
  }

  /** Reads the clock, and records what it shows. */
  async #look(database: Database): Promise<{ now: number; doubtMs: number }> {
    return database.transaction(async (tx) => {
      // The row first: whoever waited for it must not come with an older time.
      const before = await lockTrustedTime(tx)
      const now = await this.#read({ db: tx })
      const lookedAt = performance.now()
      const sinceMs = this.#lookedAt === null ? 0 : lookedAt - this.#lookedAt
      const time = afterLook(before, { now, sinceMs })
      await writeTrustedTime(tx, time)
      this.#lookedAt = lookedAt
      return { now, doubtMs: doubtOf(time) }
    })
  }

  async #read(database: Pick<Database, 'db'>): Promise<number> {
    const before = performance.now()
    const now = await databaseNow(database)
    // It was read in between; a difference within that is of the way, and moves nothing.
    this.#offsetMs = Math.min(Math.max(this.#offsetMs, now - performance.now()), now - before)
    return now
  }
}

/** The doubt of the last look of any process, for the status page and the doctor; null before the first one. */
export async function lastDoubt(database: Pick<Database, 'db'>): Promise<number | null> {
  const time = await readTrustedTime(database.db)
  if (!time) return null
  return inSeconds(Math.abs(doubtOf({ ...time, seenAt: await databaseNow(database) })))
}

/** An operator says that the clock of the database is right: what waits is done at its next run. */
export async function confirmClock(database: Database): Promise<Date> {
  return database.transaction(async (tx) => {
    await lockTrustedTime(tx)
    const now = await databaseNow({ db: tx })
    await writeTrustedTime(tx, afterLook(null, { now, sinceMs: 0 }))
    return new Date(now)
  })
}

const inSeconds = (ms: number): number => Math.round(ms / 1000)
