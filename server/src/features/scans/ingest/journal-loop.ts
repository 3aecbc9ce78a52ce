import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../../platform/logging'
import type { FoundSegment, SegmentFolder } from './journal-segments'
import { rest, restAfter } from './rest'

const AFTER_FAILURE_MS = 1_000
const LAST_MOVES_MS = 2_000
const DRAIN_POLL_MS = 10
const DRAIN_WITHIN_MS = 10_000

/** Where the segments of a journal go: into the database, or into a stream. */
export interface SegmentSink {
  /** Takes some of them, from the first, and removes each once its scans are safe. @returns how many */
  take(closed: readonly FoundSegment[]): Promise<number>
  /** What follows each run that succeeded. */
  maintain?(): Promise<void>
  /** For the log, once each time that it begins and ends. */
  readonly lines: { failed: string; recovered: string }
}

/** Hands the closed segments of a journal folder to their sink, oldest first, until closed. */
export class JournalLoop {
  readonly #folder: SegmentFolder
  readonly #sink: SegmentSink
  readonly #log: Log
  readonly #busyShare: () => number
  readonly #stop = new AbortController()
  #moving: Promise<unknown> = Promise.resolve()
  #running: Promise<void> = Promise.resolve()
  #hasFailed = false

  /** @param busyShare share of its time, 0 to 1, that the redirect of this process worked since the previous call */
  constructor(folder: SegmentFolder, sink: SegmentSink, log: Log, busyShare: () => number) {
    this.#folder = folder
    this.#sink = sink
    this.#log = log
    this.#busyShare = busyShare
  }

  start(): void {
    this.#running = this.#run()
  }

  /** Moves the remaining segments, for a moment; the rest waits for the next start. */
  async close(): Promise<void> {
    this.#stop.abort()
    await this.#running
    const endAt = performance.now() + LAST_MOVES_MS
    const moveLast = () => this.#moveSome().catch(() => 0)
    while ((await moveLast()) > 0 && performance.now() < endAt);
  }

  /**
   * Resolves when every scan that was answered before the call is in the sink.
   * @throws when a living writer does not hand its segment over, or the sink fails
   */
  async drain(): Promise<void> {
    const endAt = performance.now() + DRAIN_WITHIN_MS
    const wanted = new Set((await this.#folder.list()).map(({ batchId }) => batchId))
    for (;;) {
      while ((await this.#moveSome()) > 0);
      const left = (await this.#folder.list()).filter(({ batchId }) => wanted.has(batchId))
      if (left.length === 0) return
      if (performance.now() > endAt) throw new Error(`${left.length} segments cannot be moved`)
      await pause(DRAIN_POLL_MS)
    }
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await rest(await this.#moveAndMeasure(), this.#busyShare, this.#stop.signal)
    }
  }

  /** One run; returns how long to rest after it. */
  async #moveAndMeasure(): Promise<number> {
    const before = performance.eventLoopUtilization()
    try {
      await this.#moveSome()
      const { active: workMs } = performance.eventLoopUtilization(before)
      if (this.#hasFailed) this.#log.info(this.#sink.lines.recovered)
      this.#hasFailed = false
      await this.#inTurn(async () => this.#sink.maintain?.())
      return restAfter(workMs)
    } catch (err) {
      if (!this.#hasFailed) this.#log.error({ err }, this.#sink.lines.failed)
      this.#hasFailed = true
      return AFTER_FAILURE_MS
    }
  }

  /** Runs do not overlap. Returns how many segments were moved. */
  #moveSome(): Promise<number> {
    return this.#inTurn(async () => {
      await this.#folder.takeOver()
      return this.#sink.take((await this.#folder.list()).filter(({ isOpen }) => !isOpen))
    })
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#moving.catch(() => {}).then(work)
    this.#moving = turn
    return turn
  }
}
