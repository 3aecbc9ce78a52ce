import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Database } from '../db/database'
import { on } from '../events'
import { backlogOf } from '../journal/backlog'
import type { ProcessFigures } from './table'

/** This many samples are five minutes. */
const LOOKS_KEPT = 20
/** Interval of samples of the clock: enough to find what blocks a thread for half a second, and nearly free. */
const LOOP_RESOLUTION_MS = 250

export interface FigureSources {
  database: Database
  dataDir: string
  /** How often a visitor got a 503; null where nothing is redirected. */
  unavailable: (() => number) | null
  /** How many requests a proxy forwarded to the redirect that is not listed; null where nothing is redirected. */
  unlistedProxies: (() => number) | null
}

/** A running total, as it was at the last looks. */
class Lately {
  readonly #totals: number[] = [0]

  /** The increase within the last five minutes. */
  of(total: number): number {
    this.#totals.push(total)
    if (this.#totals.length > LOOKS_KEPT + 1) this.#totals.shift()
    return total - (this.#totals[0] ?? 0)
  }
}

/** The delay of the main thread, in windows of five minutes; the last whole one counts until the next is half over. */
class LoopDelay {
  readonly #histogram = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })
  #looks = 0
  #last = 0

  constructor() {
    this.#histogram.enable()
  }

  read(): number {
    const now = Math.max(0, this.#histogram.percentile(99) / 1e6 - LOOP_RESOLUTION_MS) / 1000
    this.#looks++
    const seen = this.#looks > LOOKS_KEPT / 2 ? now : this.#last
    if (this.#looks === LOOKS_KEPT) {
      this.#last = now
      this.#looks = 0
      this.#histogram.reset()
    }
    return seen
  }

  close(): void {
    this.#histogram.disable()
  }
}

/** Looks at this process, each time it is asked. */
export function openFigures({ database, dataDir, unavailable, unlistedProxies }: FigureSources) {
  let answers = 0
  let failures = 0
  let forwarded = 0
  const lately = {
    answers: new Lately(),
    failures: new Lately(),
    unavailable: new Lately(),
    unlistedProxies: new Lately(),
  }
  const loop = new LoopDelay()
  const unsubscribe = [
    on('http', ({ status }) => {
      answers++
      if (status >= 500) failures++
    }),
    on('unlisted-proxy', () => {
      forwarded++
    }),
  ]
  return {
    async read(): Promise<ProcessFigures> {
      const journal = await backlogOf(join(dataDir, 'journal'))
      const disk = await statfs(dataDir).catch(() => null)
      return {
        memoryBytes: process.memoryUsage.rss(),
        diskFreeBytes: disk && disk.bavail * disk.bsize,
        journalBytes: journal.bytes,
        journalOldestAt: journal.oldestAt,
        waiting: database.use().waiting,
        loopDelay: loop.read(),
        answers: lately.answers.of(answers),
        failures: lately.failures.of(failures),
        unavailable: lately.unavailable.of(unavailable?.() ?? 0),
        unlistedProxies: lately.unlistedProxies.of(forwarded + (unlistedProxies?.() ?? 0)),
      }
    },
    close(): void {
      for (const each of unsubscribe) each()
      loop.close()
    },
  }
}
