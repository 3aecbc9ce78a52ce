import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { ConfigError } from '../../config/config'
import { hostUrls } from '../../config/postgres-url'
import type { Database } from '../database'
import { DatabaseUnreachable, QueryError, translateError } from '../query-error'
import { within } from '../timeouts'
import { connectOnce, type PostgresOptions, postgresDatabase } from './postgres-database'

/**
 * @throws DatabaseUnreachable when it cannot be reached now
 * @throws ConfigError when it refuses us, or is too old, or does not hold UTF-8
 */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  await provePostgres(options.databaseUrl)
  return postgresDatabase(options)
}

const OLDEST_POSTGRES = 15
const NOTIFIED_WITHIN_MS = 5_000

const REASONS: Record<string, string> = {
  '28P01': 'refuses this user or password',
  '28000': 'refuses this user',
  '3D000': 'has no such database',
}

/** Only another setting helps: an SQLSTATE that does not pass by itself, or a TLS that one of the two refuses. */
function isRefusal(error: unknown): boolean {
  if (translateError(error) instanceof QueryError) return true
  const { code = '', message } = error as NodeJS.ErrnoException
  return /CERT|SIGNATURE|^ERR_(TLS|SSL)/.test(code) || message.includes('does not support SSL')
}

async function provePostgres(databaseUrl: string): Promise<void> {
  const hosts = hostUrls(databaseUrl).map((url) => new URL(url).host || 'the local socket')
  const at = `PostgreSQL at ${hosts.join(', ')}`
  let client: Awaited<ReturnType<typeof connectOnce>>
  try {
    client = await connectOnce(databaseUrl)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const isStandby = error instanceof DatabaseUnreachable
    const reason = REASONS[code ?? ''] ?? (isStandby ? message : `cannot be reached (${code ?? message})`)
    const Failure = isRefusal(error) ? ConfigError : DatabaseUnreachable
    throw new Failure(
      `DATABASE_URL: ${at} ${reason}: ${isStandby ? 'promote it, or name the primary in' : 'start it, or correct'} DATABASE_URL.`,
      { cause: error },
    )
  }
  try {
    const { rows } = await client.query(
      `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_encoding') as encoding`,
    )
    if (rows[0].major < OLDEST_POSTGRES || rows[0].encoding !== 'UTF8') {
      throw new ConfigError(
        `DATABASE_URL: PostgreSQL ${OLDEST_POSTGRES} or later with UTF8 encoding is required, found ${rows[0].major} with ${rows[0].encoding}: set DATABASE_URL to another server or database.`,
      )
    }
    await refusePooler(databaseUrl, client, at)
  } finally {
    await client.end()
  }
}

/**
 * A pooler in transaction mode takes LISTEN, and hands the notifications to nobody: every cached target would stay
 * stale. Two connections show it: a notification of one has to reach the other.
 */
async function refusePooler(databaseUrl: string, client: pg.Client, at: string): Promise<void> {
  const channel = `scanleaf_start_${randomUUID().replaceAll('-', '')}`
  const arrival = new Promise<void>((arrived) => client.once('notification', () => arrived()))
  await client.query(`LISTEN ${channel}`)
  const other = await connectOnce(databaseUrl)
  try {
    await other.query(`NOTIFY ${channel}`)
  } finally {
    await other.end()
  }
  await within(NOTIFIED_WITHIN_MS, arrival).catch(() => {
    throw new ConfigError(
      `DATABASE_URL: ${at} delivers no notifications, as behind a connection pooler in transaction mode: connect to PostgreSQL itself, or set the pooler to session mode.`,
    )
  })
}
