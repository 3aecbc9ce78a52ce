import { randomInt } from 'node:crypto'
import type { JsMsg, StreamInfo } from '@nats-io/jetstream'
import { headers } from '@nats-io/transport-node'
import type { StreamConfig } from '../config/stream-config'
import type { Log } from '../logging'
import { openStreamConnection, type StreamConnection } from './connect'
import {
  CONSUMER,
  ensureStreams,
  hasLeader,
  infoOf,
  lostReplicas,
  unreadableOf,
  unsafeSettings,
  wantedReplicas,
} from './settings'

export type StreamMessage = JsMsg

/** By how many milliseconds the clock of the writing machine is to be corrected (`ClockError`). */
const CLOCK_SHIFT = 'Scanleaf-Clock-Shift'
const MESSAGE_ID = 'Nats-Msg-Id'
const HEADER_BYTES = 1024
/** The server reports each half of it that it is there, so it must not be too short for a busy machine. */
const FIRST_WITHIN_MS = 3_000
const MORE_WITHIN_MS = 1_000

/** What waits in a stream, as its server sees it. */
export interface StreamFigures {
  /** Messages that no worker has. */
  waiting: number
  /** Messages that a worker has, and has not acknowledged. */
  unacknowledged: number
  /** When the oldest message was published (ms); null when there is none. */
  oldestAt: number | null
  /** Messages that no worker could read. */
  unreadable: number
  /** Replicas that are out of reach of the stream's leader. */
  replicasLost: number
}

/**
 * The stream of scans between machines (docs/decisions/scan-journal.md). It is connected when it is used, and again at
 * the next use after the connection broke.
 */
export class ScanStream {
  /** Messages that the server acknowledged to this process. */
  published = 0
  /** Messages that this process could not read. */
  unreadable = 0
  readonly #config: StreamConfig
  readonly #log: Log
  #line: StreamConnection | null = null
  /** After a failure the stream is looked at again: it may have been deleted. */
  #isPrepared = false
  #hasReportedReplicas = false
  /** Which server is tried first: by chance, so that processes spread over them, and the next one after a failure. */
  #first: number
  #opening: Promise<StreamConnection> | null = null
  #isClosed = false

  constructor(config: StreamConfig, log: Log) {
    this.#config = config
    this.#log = log
    this.#first = randomInt(config.servers.length)
  }

  /** Whether the last call to the stream succeeded, on a connection that is still there. */
  get isConnected(): boolean {
    return this.#line !== null && this.#isPrepared
  }

  /**
   * Connects unless it is connected, and creates the stream unless it is there.
   * @throws when no server can be reached, JetStream is off, or the stream could lose what it acknowledges
   */
  async open(): Promise<StreamConnection> {
    if (this.#isClosed) throw new Error('the stream of scans is closed')
    if (this.#line && this.#isPrepared) return this.#line
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null
    })
    return this.#opening
  }

  async #open(): Promise<StreamConnection> {
    try {
      const line = this.#line ?? (await this.#connect())
      await this.#prepare(line)
      this.#isPrepared = true
      return line
    } catch (error) {
      this.#first++
      // A server that is cut off from the others keeps its clients.
      await this.#line?.connection.close()
      throw error
    }
  }

  async #connect(): Promise<StreamConnection> {
    const line = await openStreamConnection(this.#config, this.#first)
    this.#line = line
    void line.connection.closed().then(() => {
      if (this.#line === line) this.#line = null
    })
    return line
  }

  async #prepare({ manager, isClustered }: StreamConnection): Promise<void> {
    const { name } = this.#config
    const replicas = wantedReplicas(this.#config.replicas, isClustered)
    if (await ensureStreams(manager, { name, replicas }))
      this.#log.info({ stream: name, replicas }, 'created the stream of scans')
    const info = await infoOf(manager, name)
    const unsafe = info === null ? ['it was deleted'] : unsafeSettings(info.config, name)
    if (unsafe.length > 0) throw new Error(`the stream ${name} could lose scans: ${unsafe.join(', ')}`)
    if (info) this.#checkReplicas(info, replicas)
  }

  #checkReplicas(info: StreamInfo, wanted: number): void {
    const { name, num_replicas: replicas } = info.config
    if (!hasLeader(info)) throw new Error(`the stream ${name} has no leader: most of its servers are away`)
    if (replicas >= wanted || this.#hasReportedReplicas) return
    this.#hasReportedReplicas = true
    this.#log.warn({ stream: name, replicas, wanted }, 'the stream of scans has fewer replicas than it could')
  }

  /** Bytes of the largest batch that the server takes. */
  async capacity(): Promise<number> {
    return (await this.open()).maxPayload - HEADER_BYTES
  }

  /**
   * Resolves when the server has stored the batch, now or at an earlier call with its id.
   * @throws when it is not known to be stored
   */
  async publish(batchId: string, content: Uint8Array, clockShiftMs: number): Promise<void> {
    const { client } = await this.open()
    const { name } = this.#config
    const given = headers()
    if (clockShiftMs !== 0) given.set(CLOCK_SHIFT, String(Math.round(clockShiftMs)))
    const options = { msgID: batchId, headers: given, expect: { streamName: name } }
    await this.#orLookAgain(client.publish(name, content, options))
    this.published++
  }

  /**
   * The next messages, at most that many; each is to be acknowledged, or is redelivered. None after a few seconds.
   * @throws when the server does not answer
   */
  async pull(most: number, signal: AbortSignal): Promise<StreamMessage[]> {
    return this.#orLookAgain(this.#pull(await this.open(), most, signal))
  }

  async #pull({ client }: StreamConnection, most: number, signal: AbortSignal): Promise<StreamMessage[]> {
    const consumer = await client.consumers.get(this.#config.name, CONSUMER)
    const pulled: StreamMessage[] = []
    const fetch = async (max_messages: number, expires: number) => {
      const messages = await consumer.fetch({ max_messages, expires })
      const stop = () => messages.stop()
      signal.addEventListener('abort', stop, { once: true })
      try {
        for await (const message of messages) pulled.push(message)
      } finally {
        signal.removeEventListener('abort', stop)
      }
    }
    await fetch(1, FIRST_WITHIN_MS)
    // A request for more than there is would be answered only when its time is over.
    const more = Math.min(most - 1, pulled[0]?.info.pending ?? 0)
    // A failure is that of the next pull as well; what came before it is here.
    if (more > 0 && !signal.aborted) await fetch(more, MORE_WITHIN_MS).catch(() => {})
    return pulled
  }

  async #orLookAgain<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      this.#isPrepared = false
      throw error
    }
  }

  /** Puts a copy of a message aside, and takes it out of the stream. */
  async setAside(message: StreamMessage): Promise<void> {
    const { client } = await this.open()
    const { name } = this.#config
    const msgID = `${name}-${message.seq}-${message.info.timestampNanos}`
    const given = headers()
    for (const key of [MESSAGE_ID, CLOCK_SHIFT])
      if (message.headers?.has(key)) given.set(`Scanleaf-Original-${key}`, message.headers.get(key))
    await client.publish(unreadableOf(name), message.data, { msgID, headers: given })
    message.term()
    this.unreadable++
  }

  /** @throws when the server does not answer */
  async figures(): Promise<StreamFigures> {
    const { manager } = await this.open()
    const { name } = this.#config
    const [stream, consumer, unreadable] = await Promise.all([
      manager.streams.info(name),
      manager.consumers.info(name, CONSUMER),
      manager.streams.info(unreadableOf(name)),
    ])
    const { num_pending: waiting, num_ack_pending: unacknowledged } = consumer
    return {
      waiting,
      unacknowledged,
      // A server that was killed may keep a message for good that was acknowledged: by itself it is none that waits.
      oldestAt: waiting + unacknowledged > 0 ? Date.parse(stream.state.first_ts) : null,
      unreadable: unreadable.state.messages,
      replicasLost: lostReplicas(stream).length,
    }
  }

  /** Sends the acknowledgements that are on their way. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#opening?.catch(() => {})
    const { connection } = this.#line ?? {}
    await connection?.flush().catch(() => {})
    await connection?.close()
  }
}

/** The batch id that a message was published with; empty without one. */
export const batchIdOf = ({ headers }: StreamMessage): string => headers?.get(MESSAGE_ID) ?? ''

/** Milliseconds; 0 for a machine whose clock was right. */
export function clockShiftOf({ headers }: StreamMessage): number {
  const shift = Number(headers?.get(CLOCK_SHIFT) || 0)
  return Number.isSafeInteger(shift) ? shift : 0
}
