import pg from 'pg'
import { hostUrls } from '../../config/postgres-url'
import { DatabaseUnreachable } from '../query-error'
import { type Lineage, lineageOf, SeenLineage } from './lineage'

/** The servers that DATABASE_URL names. Each new connection goes to the one that was the primary last. */
export class Hosts {
  readonly #urls: string[]
  #current = 0

  /** @param seen by which a primary that was replaced is refused */
  constructor(
    databaseUrl: string,
    readonly seen = new SeenLineage(null),
  ) {
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

  /**
   * Asks all hosts at once, and goes to the primary on the highest timeline: of two that take writes the other one was
   * replaced, and came back. Hosts that cannot be reached have no say.
   * @throws DatabaseUnreachable when two primaries are of different clusters
   */
  async survey(options: pg.ClientConfig): Promise<void> {
    if (this.count < 2) return
    const asked = await Promise.all(this.#urls.map((url) => askLineage(url, options)))
    const found = asked.flatMap((lineage, index) => (lineage ? [{ lineage, index }] : []))
    const [newest] = found.sort((a, b) => b.lineage.timeline - a.lineage.timeline)
    if (!newest) return
    if (found.some(({ lineage }) => lineage.system !== newest.lineage.system))
      throw new DatabaseUnreachable('has primaries of different clusters: name those of one in DATABASE_URL')
    this.seen.accept(newest.lineage)
    // Where timelines are equal there is one primary, or none can be told from the other: stay.
    const isSame = asked[this.#current]?.timeline === newest.lineage.timeline
    if (!isSame) this.#current = newest.index
  }
}

async function askLineage(url: string, options: pg.ClientConfig): Promise<Lineage | null> {
  const client = new pg.Client({ ...options, connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await isReadOnly(client)) ? null : await lineageOf(client)
  } catch {
    return null
  } finally {
    await client.end().catch(() => {})
  }
}

/** @throws DatabaseUnreachable when what was connected to is not a primary, or one that was replaced */
export async function acceptPrimary(
  client: pg.ClientBase,
  hosts: Hosts,
  isKnownReadOnly?: boolean,
): Promise<void> {
  if (isKnownReadOnly ?? (await isReadOnly(client))) throw new DatabaseUnreachable('is read-only')
  const lineage = await lineageOf(client)
  if (lineage) hosts.seen.accept(lineage)
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
      await acceptPrimary(client, hosts)
      return client
    } catch (error) {
      await client.end().catch(() => {})
      hosts.leave(url)
      if (tries >= hosts.count) throw error
    }
  }
}
