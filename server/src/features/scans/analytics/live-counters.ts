import { PassThrough, type Readable } from 'node:stream'
import type { LiveScans } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Database } from '../../../platform/db/database'
import { totalsOf } from './repository'

/** A counter is sent at most four times a second, however many folds there are. */
const SEND_EVERY_MS = 250
/** Proxies and our own server close connections that are silent for a minute. */
const HEARTBEAT_MS = 20_000
/** Then the browser comes back, and shows its session again. */
const STREAM_MS = 10 * 60_000
const STREAMS_PER_USER = 6
const MAX_STREAMS = 500

interface Viewer {
  userId: string
  subject: string
  stream: PassThrough
  told: number
}

/** The live counters of this process: one subscription to the database for all who watch. */
export class LiveCounters {
  readonly #database: Database
  readonly #onFailure: (failure: Error) => void
  readonly #viewers = new Set<Viewer>()
  #unlisten: Promise<() => Promise<void>> | null = null
  #timer: NodeJS.Timeout | null = null
  #isClosed = false

  constructor(database: Database, onFailure: (failure: Error) => void) {
    this.#database = database
    this.#onFailure = onFailure
  }

  /**
   * Server-sent events (HTML standard §9.2) with the total of a subject, the first at once.
   * @throws AppError TooManyRequests, ServiceUnavailable
   */
  async watch(userId: string, subject: string, total: number): Promise<Readable> {
    const own = [...this.#viewers].filter((viewer) => viewer.userId === userId)
    if (own.length >= STREAMS_PER_USER) throw new AppError('TooManyRequests')
    if (this.#viewers.size >= MAX_STREAMS || this.#isClosed) throw new AppError('ServiceUnavailable')
    const viewer: Viewer = { userId, subject, stream: new PassThrough(), told: -1 }
    this.#viewers.add(viewer)
    try {
      await this.#listen()
    } catch (error) {
      this.#viewers.delete(viewer)
      throw error
    }
    const heartbeat = setInterval(() => viewer.stream.write(': \n\n'), HEARTBEAT_MS)
    const end = setTimeout(() => viewer.stream.end(), STREAM_MS)
    viewer.stream.once('close', () => {
      clearInterval(heartbeat)
      clearTimeout(end)
      this.#viewers.delete(viewer)
    })
    sendTotal(viewer, total)
    // Scans between the reading of the total and the subscription.
    this.#tellSoon()
    return viewer.stream
  }

  /** Ends all streams, so that a stop does not wait for them. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#timer) clearTimeout(this.#timer)
    for (const { stream } of this.#viewers) stream.end()
    await (await this.#unlisten)?.()
  }

  #listen(): Promise<unknown> {
    this.#unlisten ??= this.#database.listen('scans_counted', () => this.#tellSoon())
    this.#unlisten.catch(() => {
      this.#unlisten = null
    })
    return this.#unlisten
  }

  #tellSoon(): void {
    if (this.#isClosed || this.#viewers.size === 0) return
    this.#timer ??= setTimeout(() => void this.#tellAll(), SEND_EVERY_MS)
  }

  async #tellAll(): Promise<void> {
    const subjects = [...new Set([...this.#viewers].map(({ subject }) => subject))]
    this.#timer = null
    try {
      const totals = await totalsOf(this.#database.db, subjects)
      for (const viewer of this.#viewers) {
        const total = totals.get(viewer.subject)
        if (total !== undefined) sendTotal(viewer, total)
      }
    } catch (failure) {
      // The next notification tries again.
      this.#onFailure(failure as Error)
    }
  }
}

function sendTotal(viewer: Viewer, total: number): void {
  const { stream, told } = viewer
  // A reader that is behind gets the next total instead.
  if (total === told || stream.writableEnded || stream.writableNeedDrain) return
  viewer.told = total
  stream.write(`data: ${JSON.stringify({ total } satisfies LiveScans)}\n\n`)
}
