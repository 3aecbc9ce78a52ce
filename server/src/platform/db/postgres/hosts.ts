import pg from 'pg'
import { hostUrls } from '../../config/postgres-url'
import { DatabaseUnreachable } from '../query-error'

/** The servers that DATABASE_URL names. Each new connection goes to the one that was the primary last. */
export class Hosts {
  readonly #urls: string[]
  #current = 0

  constructor(databaseUrl: string) {
    this.#urls = hostUrls(databaseUrl)
  }

  get count(): number {
    return this.#urls.length
  }

  get current(): string {
    return this.#urls[this.#current] as string
  }

  /** Its server is unreachable or no primary: the next one is tried from now on, unless another caller has moved on. */
  leave(url: string): void {
    if (url === this.current) this.#current = (this.#current + 1) % this.#urls.length
  }
}

/** True for a standby, and where nothing can be written by default (what libpq calls not `read-write`). */
export async function isReadOnly(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(READ_ONLY)
  return rows[0].read_only
}

export const READ_ONLY = `select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as read_only`

/**
 * A connection to the primary, asked for at each host in turn.
 * @throws what the last one said
 */
export async function connectToPrimary(hosts: Hosts, options: pg.ClientConfig): Promise<pg.Client> {
  for (let tries = 1; ; tries++) {
    const url = hosts.current
    const client = new pg.Client({ ...options, connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      if (await isReadOnly(client)) throw new DatabaseUnreachable('is read-only')
      return client
    } catch (error) {
      await client.end().catch(() => {})
      hosts.leave(url)
      if (tries >= hosts.count) throw error
    }
  }
}
