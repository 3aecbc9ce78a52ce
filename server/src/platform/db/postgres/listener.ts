import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { emit } from '../../events'
import { unavailable } from '../query-error'
import { within } from '../timeouts'
import { connectToPrimary, type Hosts } from './hosts'

const RETRY_MS = 500
const CONNECT_MS = 5000
/**
 * A connection that vanished without a word, and a pooler that hands notifications to nobody, are found out by a
 * notification of our own.
 */
const HEARTBEAT_MS = 10_000
const HEARTBEAT_WITHIN_MS = 5_000
const HEARTBEAT_CHANNEL = 'scanleaf_heartbeat'

type OnPayload = (payload: string) => void

/**
 * NOTIFY channels over one connection of their own, opened with the first subscriber and opened again when it
 * breaks. After such a gap every subscriber gets an empty payload.
 */
export class PostgresListener {
  readonly #channels = new Map<string, Set<OnPayload>>()
  readonly #stopped = new AbortController()
  #client: pg.Client | null = null
  #opening: Promise<void> | null = null
  #sending: Promise<unknown> = Promise.resolve()
  #heartbeat: { payload: string; arrived: () => void } | null = null
  /** False from the moment the connection or a heartbeat is lost until a heartbeat arrives again. */
  isHearing = true

  /** @param notify over another connection */
  constructor(
    private readonly hosts: Hosts,
    private readonly notify: (channel: string, payload: string) => Promise<void>,
  ) {}

  async listen(channel: string, onPayload: OnPayload): Promise<() => Promise<void>> {
    const subscribers = this.#channels.get(channel) ?? new Set()
    this.#channels.set(channel, subscribers.add(onPayload))
    try {
      this.#opening ??= this.#open()
      await this.#opening
      await this.#send(`LISTEN ${channel}`)
    } catch (cause) {
      subscribers.delete(onPayload)
      throw unavailable(cause)
    }
    return async () => {
      subscribers.delete(onPayload)
      if (subscribers.size === 0 && !this.#stopped.signal.aborted) {
        await this.#send(`UNLISTEN ${channel}`).catch(() => {})
      }
    }
  }

  async close(): Promise<void> {
    this.#stopped.abort()
    await this.#client?.end()
  }

  /** The driver takes one statement at a time. */
  #send(statement: string): Promise<unknown> {
    this.#sending = this.#sending.catch(() => {}).then(() => this.#client?.query(statement))
    return this.#sending
  }

  async #open(): Promise<void> {
    try {
      await this.#connect()
    } catch (error) {
      this.#opening = null
      throw error
    }
  }

  async #connect(): Promise<void> {
    const client = await connectToPrimary(this.hosts, {
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      application_name: 'scanleaf listener',
    })
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel !== HEARTBEAT_CHANNEL) this.#tell(channel, payload)
      else if (payload === this.#heartbeat?.payload) this.#heartbeat.arrived()
    })
    try {
      await client.query(`LISTEN ${HEARTBEAT_CHANNEL}`)
      // Also those that are added meanwhile: `listen` has no connection to send theirs on.
      for (const channel of this.#channels.keys()) await client.query(`LISTEN ${channel}`)
      // `close` knows only the connection before this one.
      this.#stopped.signal.throwIfAborted()
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    const heartbeat = setInterval(() => void this.#beat(client), HEARTBEAT_MS)
    client.once('end', () => {
      clearInterval(heartbeat)
      this.#client = null
      if (!this.#stopped.signal.aborted) this.#setHearing(false)
      void this.#reconnect()
    })
    this.#client = client
  }

  async #beat(client: pg.Client): Promise<void> {
    const payload = randomUUID()
    const arrival = new Promise<void>((arrived) => {
      this.#heartbeat = { payload, arrived }
    })
    const isSent = await this.notify(HEARTBEAT_CHANNEL, payload).then(
      () => true,
      () => false,
    )
    // While the pool cannot reach the database, only the connection itself can be asked.
    const sign = isSent ? arrival : this.#send('')
    await within(HEARTBEAT_WITHIN_MS, Promise.resolve(sign)).then(
      () => isSent && this.#setHearing(true),
      () => client.connection.stream.destroy(),
    )
  }

  #setHearing(isHearing: boolean): void {
    if (isHearing !== this.isHearing) emit('notifications', { state: isHearing ? 'back' : 'lost' })
    this.isHearing = isHearing
  }

  async #reconnect(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      try {
        await sleep(RETRY_MS, undefined, { signal: this.#stopped.signal })
        await this.#connect()
        for (const channel of this.#channels.keys()) this.#tell(channel, '')
        if (this.#client) await this.#beat(this.#client)
        return
      } catch {
        // Retried until it succeeds; subscribers learn of the gap then.
      }
    }
  }

  #tell(channel: string, payload: string): void {
    for (const onPayload of this.#channels.get(channel) ?? []) onPayload(payload)
  }
}
