import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../../platform/db/database'
import type { Log } from '../../../platform/logging'
import { BatchSize, FOLD_BOUNDS, isTooLarge } from '../batch-size'
import { rest, restAfter } from '../ingest/rest'
import { DeferredRanks } from './deferred-ranks'
import { foldSome } from './fold-repository'

/** After a fold that left nothing, the next rests ten times as long as it took. */
const REST_RATIO = 10
const MIN_REST_MS = 1_000
const MAX_REST_MS = 10_000
const LAST_FOLDS_MS = 2_000
const OTHERS_POLL_MS = 10
const RECONCILE_EVERY_MS = 86_400_000

/** Counts the scans of the inbox, one fold after another, until closed. Any number may run: of all processes one folds at a time. */
export class Fold {
  readonly #database: Database
  readonly #size: BatchSize
  readonly #ranks: DeferredRanks
  readonly #stop = new AbortController()
  #reconciledAt = Number.NEGATIVE_INFINITY
  /** Nothing of this process overlaps: ranks that are being written must not be noted meanwhile. */
  #last: Promise<unknown> = Promise.resolve()
  #running: Promise<void> = Promise.resolve()

  constructor(database: Database) {
    this.#database = database
    this.#size = new BatchSize(FOLD_BOUNDS[database.engine])
    this.#ranks = new DeferredRanks(database)
  }

  /** @param busyShare share of its time, 0 to 1, that the redirect of this process worked since the previous call */
  start(log: Log, busyShare: () => number): void {
    this.#running = this.#run(log, busyShare)
  }

  /** Folds what is left, for a moment; the rest is for another process, or the next start. */
  async close(): Promise<void> {
    this.#stop.abort()
    await this.#running
    // What is owed of the ranks is found by comparing at the next start.
    await this.finish(LAST_FOLDS_MS).catch(() => {})
  }

  /** Resolves when all that was in the inbox before the call is counted, and lists are sorted by it. */
  async finish(withinMs = Number.POSITIVE_INFINITY): Promise<void> {
    const endAt = performance.now() + withinMs
    for (let taken: number | null = null; taken !== 0 && performance.now() < endAt; ) {
      taken = await this.#inTurn(() => this.#foldOnce())
      if (taken === null) await pause(OTHERS_POLL_MS)
    }
    await this.#inTurn(() => this.#ranks.flush())
  }

  async #run(log: Log, busyShare: () => number): Promise<void> {
    let hasFailed = false
    while (!this.#stop.signal.aborted) {
      const { rows: most } = this.#size
      const before = performance.eventLoopUtilization()
      let isFull = false
      let restMs = MIN_REST_MS
      try {
        isFull = await this.#inTurn(async () => {
          const startedAt = performance.now()
          const taken = await this.#foldOnce()
          restMs = REST_RATIO * (performance.now() - startedAt)
          await this.#maintain()
          return taken === most
        })
        if (hasFailed) log.info('scans are counted again')
        hasFailed = false
      } catch (err) {
        if (!hasFailed) log.error({ err }, 'scans wait in the inbox: they cannot be counted')
        hasFailed = true
      }
      const { active: workMs } = performance.eventLoopUtilization(before)
      await rest(
        isFull ? restAfter(workMs) : Math.min(MAX_REST_MS, Math.max(MIN_REST_MS, restMs)),
        busyShare,
        this.#stop.signal,
      )
    }
  }

  /** @returns how many scans were taken; null when somebody else folds, or fewer are to be tried */
  async #foldOnce(): Promise<number | null> {
    const { rows: most } = this.#size
    const startedAt = performance.now()
    try {
      const { taken, counted } = await foldSome(this.#database, most)
      if (!taken) return taken
      this.#size.stored(taken, performance.now() - startedAt)
      this.#ranks.note(counted ?? [])
      return taken
    } catch (error) {
      if (!isTooLarge(error) || most === 1) throw error
      this.#size.refused(most)
      return null
    }
  }

  async #maintain(): Promise<void> {
    const now = performance.now()
    // As a process that was killed may have owed some ranks.
    if (now - this.#reconciledAt > RECONCILE_EVERY_MS) {
      await this.#ranks.reconcile()
      this.#reconciledAt = now
    }
    await this.#ranks.flushWhenDue()
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.catch(() => {}).then(work)
    this.#last = turn
    return turn
  }
}
