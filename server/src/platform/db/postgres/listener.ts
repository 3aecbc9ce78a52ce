import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { unavailable } from '../query-error'
import { within } from '../timeouts'

const RETRY_MS = 500
const CONNECT_MS = 5000
/** A connection that vanished without a word is found out by asking. */
const HEARTBEAT_MS = 10_000

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

  constructor(private readonly databaseUrl: string) {}

  async listen(channel: string, onPayload: OnPayload): Promise<() => Promise<void>> {
    const subscribers = this.#channels.get(channel) ?? new Set()
    this.#channels.set(channel, subscribers.add(onPayload))
    try {
      this.#opening ??= this.#open()
      await this.#opening
      await this.#client?.query(`LISTEN ${channel}`)
    } catch (cause) {
      subscribers.delete(onPayload)
      throw unavailable(cause)
    }
    return async () => {
      subscribers.delete(onPayload)
      if (subscribers.size === 0 && !this.#stopped.signal.aborted) {
        await this.#client?.query(`UNLISTEN ${channel}`).catch(() => {})
      }
    }
  }

  async close(): Promise<void> {
    this.#stopped.abort()
    await this.#client?.end()
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
    const client = new pg.Client({
      connectionString: this.databaseUrl,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      application_name: 'scanleaf listener',
    })
    client.on('notification', ({ channel, payload }) => this.#tell(channel, payload ?? ''))
    client.on('error', () => {})
    try {
      await client.connect()
      for (const channel of this.#channels.keys()) await client.query(`LISTEN ${channel}`)
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    const heartbeat = setInterval(() => {
      within(HEARTBEAT_MS, client.query('')).catch(() => client.connection.stream.destroy())
    }, HEARTBEAT_MS)
    client.once('end', () => {
      clearInterval(heartbeat)
      this.#client = null
      void this.#reconnect()
    })
    this.#client = client
  }

  async #reconnect(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      try {
        await sleep(RETRY_MS, undefined, { signal: this.#stopped.signal })
        await this.#connect()
        for (const channel of this.#channels.keys()) this.#tell(channel, '')
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
