import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../../platform/db/database'
import { databaseNow } from '../../../platform/db/database-now'
import { unframe } from '../../../platform/journal/frame'
import { decodeScan } from '../../../platform/journal/scan-record'
import { isBatchId } from '../../../platform/journal/segment-name'
import type { Log } from '../../../platform/logging'
import { batchIdOf, clockShiftOf, type ScanStream, type StreamMessage } from '../../../platform/stream'
import { BatchImporter } from '../ingest/batch-importer'
import { rest, restAfter } from '../ingest/rest'

/** At most about thirty megabytes. */
const MESSAGES_PER_PULL = 32
/** Well within the time after which the server gives a message to another worker. */
const PROGRESS_EVERY_MS = 3_000
const AFTER_FAILURE_MS = 1_000
/** The database forgets batch ids after 30 days. A stream that holds older messages than this may need them. */
const OLDEST_FOR_CLEANING_MS = 20 * 24 * 60 * 60_000

interface Received {
  message: StreamMessage
  id: string
  records: string[]
  clockShiftMs: number
  /** Lines or ids that cannot be read. */
  damaged: number
}

/** Brings the batches of a stream into the inbox, each once, and acknowledges them after the commit. */
export class StreamImporter {
  readonly #stream: ScanStream
  readonly #database: Database
  readonly #log: Log
  readonly #busyShare: (() => number) | null
  readonly #importer: BatchImporter
  readonly #stop = new AbortController()
  /** Not acknowledged yet, in the order in which they came. */
  #held: Received[] = []
  #progress: NodeJS.Timeout | null = null
  #running: Promise<void> = Promise.resolve()
  #hasFailed = false

  /** @param busyShare of the redirect in this process (`rest`); null for one that does nothing else, and never rests */
  constructor(stream: ScanStream, database: Database, log: Log, busyShare: (() => number) | null) {
    this.#stream = stream
    this.#database = database
    this.#log = log
    this.#busyShare = busyShare
    this.#importer = new BatchImporter(database)
  }

  start(): void {
    this.#progress = setInterval(() => this.#reportProgress(), PROGRESS_EVERY_MS)
    this.#running = this.#run()
  }

  /** Ends after the batches that are being stored; the others go to another worker at once. */
  async close(): Promise<void> {
    this.#stop.abort()
    await this.#running
    if (this.#progress) clearInterval(this.#progress)
    for (const { message } of this.#held) ifConnected(() => message.nak())
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      try {
        if (this.#held.length === 0) await this.#receive()
        while (this.#held.length > 0 && !signal.aborted) await this.#importAndRest()
        await this.#importer.clean(() => this.#batchesToKeep())
        if (this.#hasFailed) this.#log.info('scans are imported from the stream again')
        this.#hasFailed = false
      } catch (err) {
        if (!this.#hasFailed) this.#log.error({ err }, 'scans wait in the stream: they cannot be imported')
        this.#hasFailed = true
        await pause(AFTER_FAILURE_MS, undefined, { signal }).catch(() => {})
      }
    }
  }

  async #receive(): Promise<void> {
    const messages = await this.#stream.pull(MESSAGES_PER_PULL, this.#stop.signal)
    this.#held = messages.map((message) => this.#read(message))
  }

  #read(message: StreamMessage): Received {
    const id = batchIdOf(message)
    const { records, damaged, isTorn } = unframe(Buffer.from(message.data).toString('utf8'))
    if (isTorn)
      this.#log.info({ batch: id }, 'the incomplete last line of a scan journal was dropped after a crash')
    const received = { message, id, clockShiftMs: clockShiftOf(message) }
    return isBatchId(id) ? { ...received, records, damaged } : { ...received, records: [], damaged: 1 }
  }

  async #importAndRest(): Promise<void> {
    const before = performance.eventLoopUtilization()
    await this.#importSome()
    if (!this.#busyShare) return
    const { active: workMs } = performance.eventLoopUtilization(before)
    await rest(restAfter(workMs), this.#busyShare, this.#stop.signal)
  }

  /** One transaction, and the acknowledgements after it. */
  async #importSome(): Promise<void> {
    const group = this.#group()
    // Two copies of one batch in a transaction would both be new.
    const batches = [...new Map(group.map((received) => [received.id, received])).values()].filter(
      ({ records }) => records.length > 0,
    )
    const clockShiftMs = group[0]?.clockShiftMs ?? 0
    const now = batches.length > 0 ? await databaseNow(this.#database) : 0
    const unreadable = await this.#importer.store(batches, { shiftMs: clockShiftMs, now })
    for (const received of group) {
      if (received.damaged > 0 || (unreadable > 0 && !received.records.every(decodeScan)))
        await this.#setAside(received)
      // Lost with a broken connection, it comes again, and its batch id is known.
      else ifConnected(() => received.message.ack())
      this.#held.shift()
    }
  }

  /** From the first held one, as many as one transaction takes; those of one with another clock come next. */
  #group(): Received[] {
    const [first] = this.#held
    const other = this.#held.findIndex(({ clockShiftMs }) => clockShiftMs !== first?.clockShiftMs)
    const group = other < 0 ? this.#held : this.#held.slice(0, other)
    return group.slice(0, this.#importer.fitting(group))
  }

  /** What could be read of it is stored. */
  async #setAside({ message, id, damaged }: Received): Promise<void> {
    await this.#stream.setAside(message)
    this.#log.error(
      { batch: id, message: message.seq, damaged },
      'a batch of the stream was set aside: some of it cannot be read',
    )
  }

  #reportProgress(): void {
    for (const { message } of this.#held) ifConnected(() => message.working())
  }

  async #batchesToKeep(): Promise<readonly string[] | null> {
    const { oldestAt } = await this.#stream.figures()
    if (oldestAt === null) return []
    return (await databaseNow(this.#database)) - oldestAt > OLDEST_FOR_CLEANING_MS ? null : []
  }
}

/** The library throws once its connection is closed. */
function ifConnected(send: () => void): void {
  try {
    send()
  } catch {}
}
