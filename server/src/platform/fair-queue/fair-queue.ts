import { AppError } from '../app-error'
import { emit } from '../events'
import { BACKGROUND, currentLane } from './lane'

/** For those who are refused because of what they do already. */
const RETRY_AFTER_SECONDS = 5

/** What of a resource one lane may have, and all of them together. */
export interface FairShares {
  /** Of the queue, in metrics. */
  name: string
  /** Work that runs at once. */
  running: number
  /** Of that, of one lane: fewer than all where they are several, so that a newcomer need not wait. */
  runningOfLane: number
  /** Of that, of the program's own work; as of any lane unless given. */
  runningOfBackground?: number
  waiting: number
  waitingOfLane: number
  /** How long work waits at most, unless its caller says it. */
  waitMs?: number
  /** The same for the program's own work; as of any lane unless given. */
  waitMsOfBackground?: number
  /** The error for work that waited too long; by default 429 where its lane kept it waiting, else 503. */
  late?: (waitMs: number) => Error
}

/** A place in the queue. */
export interface Turn {
  /**
   * Resolves when the work may run.
   * @throws AppError TooManyAtOnce, ServiceUnavailable; or the error for work that is late
   */
  come: Promise<void>
  /** Gives the place back, also while it waits; more than once is harmless. */
  end(): void
}

interface Lane {
  name: string
  running: number
  /** In order of arrival. */
  waiting: Waiting[]
}

interface Waiting {
  start(): void
  refuse(error: Error): void
}

/**
 * A bounded resource that lanes use in turn: each lane in order of arrival, the lanes one after the other, whatever
 * each of them has waiting. What is more than a lane's share is refused at once, for the lane's own sake and that of
 * whoever would hold it in memory.
 */
export class FairQueue {
  readonly #shares: FairShares
  readonly #lanes = new Map<string, Lane>()
  /** Lanes with work that waits; the one whose turn is next comes first. */
  readonly #turns = new Set<Lane>()
  #running = 0
  #waiting = 0
  #isClosed = false

  constructor(shares: FairShares) {
    this.#shares = shares
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Runs `work` when its turn comes. @throws as `Turn.come` */
  async run<T>(work: () => Promise<T>, lane = currentLane()): Promise<T> {
    const turn = this.enter(lane)
    await turn.come
    try {
      return await work()
    } finally {
      turn.end()
    }
  }

  /** @throws AppError TooManyAtOnce when the lane has its share waiting, ServiceUnavailable when all have */
  enter(name = currentLane(), waitMs = this.#waitMsOf(name)): Turn {
    if (this.#isClosed) throw new AppError('ServiceUnavailable')
    const lane = this.#laneOf(name)
    if (this.#running < this.#shares.running && this.#hasShare(lane)) {
      this.#begin(lane)
      return { come: Promise.resolve(), end: once(() => this.#finish(lane)) }
    }
    this.#makeRoom(lane)
    return this.#queue(lane, waitMs)
  }

  /** Refuses all that waits and whatever comes; what runs continues. */
  close(): void {
    this.#isClosed = true
    for (const { waiting } of [...this.#turns])
      for (const one of [...waiting]) one.refuse(new AppError('ServiceUnavailable'))
  }

  #laneOf(name: string): Lane {
    const known = this.#lanes.get(name)
    if (known) return known
    const lane = { name, running: 0, waiting: [] }
    this.#lanes.set(name, lane)
    return lane
  }

  #waitMsOf(name: string): number {
    const { waitMs = 0, waitMsOfBackground = waitMs } = this.#shares
    return name === BACKGROUND ? waitMsOfBackground : waitMs
  }

  #hasShare({ name, running }: Lane): boolean {
    const { runningOfLane, runningOfBackground = runningOfLane } = this.#shares
    return running < (name === BACKGROUND ? runningOfBackground : runningOfLane)
  }

  #begin(lane: Lane): void {
    lane.running++
    this.#running++
  }

  #finish(lane: Lane): void {
    lane.running--
    this.#running--
    for (const next of this.#turns) {
      if (this.#running >= this.#shares.running) break
      if (this.#hasShare(next)) next.waiting[0]?.start()
    }
    this.#forgetUnused(lane)
  }

  #forgetUnused({ name, running, waiting }: Lane): void {
    if (running === 0 && waiting.length === 0) this.#lanes.delete(name)
  }

  /** Where the queue is full, the newest work of whoever has most waiting gives way to a lane that has less. */
  #makeRoom(lane: Lane): void {
    const { waiting, waitingOfLane } = this.#shares
    if (lane.waiting.length >= waitingOfLane) {
      this.#forgetUnused(lane)
      throw this.#refusal('share', 'TooManyAtOnce')
    }
    if (this.#waiting < waiting) return
    let longest = lane
    for (const other of this.#turns) if (other.waiting.length > longest.waiting.length) longest = other
    if (longest.waiting.length > lane.waiting.length + 1) {
      longest.waiting.at(-1)?.refuse(this.#refusal('share', 'TooManyAtOnce'))
      return
    }
    this.#forgetUnused(lane)
    throw this.#refusal('full', 'ServiceUnavailable')
  }

  #queue(lane: Lane, waitMs: number): Turn {
    const since = performance.now()
    let end = (): void => {}
    const come = new Promise<void>((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        lane.waiting.splice(lane.waiting.indexOf(waiting), 1)
        this.#waiting--
        if (lane.waiting.length === 0) this.#turns.delete(lane)
      }
      const waiting: Waiting = {
        start: () => {
          leave()
          // Behind all others, because it has had its turn.
          if (this.#turns.delete(lane)) this.#turns.add(lane)
          this.#begin(lane)
          end = once(() => this.#finish(lane))
          emit('turn', { queue: this.#shares.name, seconds: (performance.now() - since) / 1000 })
          resolve()
        },
        refuse: (error) => {
          leave()
          this.#forgetUnused(lane)
          end = () => {}
          reject(error)
        },
      }
      const timer = setTimeout(() => waiting.refuse(this.#late(lane, waitMs)), waitMs)
      end = () => waiting.refuse(new AppError('ServiceUnavailable'))
      lane.waiting.push(waiting)
      this.#waiting++
      this.#turns.add(lane)
    })
    return { come, end: () => end() }
  }

  #late(lane: Lane, waitMs: number): Error {
    const refusal = this.#refusal('late', this.#hasShare(lane) ? 'ServiceUnavailable' : 'TooManyAtOnce')
    return this.#shares.late?.(waitMs) ?? refusal
  }

  #refusal(reason: 'share' | 'full' | 'late', code: 'TooManyAtOnce' | 'ServiceUnavailable'): AppError {
    emit('turn-refused', { queue: this.#shares.name, reason })
    return new AppError(code, undefined, RETRY_AFTER_SECONDS)
  }
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
