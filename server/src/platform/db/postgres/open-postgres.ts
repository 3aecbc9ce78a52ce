import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { ConfigError } from '../../app-error'
import { hostUrls } from '../../config/postgres-url'
import type { Database } from '../database'
import { DatabaseUnreachable, QueryError, translateError } from '../query-error'
import { Hosts } from './hosts'
import { ReplacedPrimary, SeenLineage } from './lineage'
import { connectOnce, ONCE, type PostgresOptions, postgresDatabase } from './postgres-database'

/**
 * @throws DatabaseUnreachable when it cannot be reached now
 * @throws ConfigError when it refuses us, or is too old, or does not hold UTF-8
 */
export async function openPostgres(
  options: PostgresOptions & {
    /** Where the newest primary that was seen is remembered; null for nowhere. */
    lineageFile: string | null
  },
): Promise<Database> {
  const hosts = new Hosts(options.databaseUrl, new SeenLineage(options.lineageFile))
  await provePostgres(options.databaseUrl, hosts)
  return postgresDatabase(options, hosts)
}

const OLDEST_POSTGRES = 15
/** Answers and not seconds, because a busy machine delays both; ten of them take about five seconds. */
const NOTIFIED_WITHIN_ANSWERS = 10
const PAUSE_MS = 100

const REASONS: Record<string, string> = {
  '28P01': 'refuses this user or password',
  '28000': 'refuses this user, or a connection without TLS',
  '3D000': 'has no such database',
}

async function provePostgres(databaseUrl: string, hosts: Hosts): Promise<void> {
  const names = hostUrls(databaseUrl).map((url) => new URL(url).host || 'the local socket')
  const at = `PostgreSQL at ${names.join(', ')}`
  let client: Awaited<ReturnType<typeof connectOnce>>
  try {
    await hosts.survey(ONCE)
    client = await connectOnce(databaseUrl, hosts)
  } catch (error) {
    throw startError(error, at)
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
    await refusePooler(client, at, () => connectOnce(databaseUrl, hosts))
  } finally {
    await client.end()
  }
}

/**
 * A pooler in transaction mode takes LISTEN, and hands the notifications to nobody: every cached target would stay
 * stale. Two connections show it: a notification of one has to reach the other.
 */
async function refusePooler(client: pg.Client, at: string, connect: () => Promise<pg.Client>): Promise<void> {
  const channel = `scanleaf_start_${randomUUID().replaceAll('-', '')}`
  let isNotified = false
  client.once('notification', () => {
    isNotified = true
  })
  await client.query(`LISTEN ${channel}`)
  const other = await connect()
  try {
    await other.query(`NOTIFY ${channel}`)
    // Of this connection alone: a pooler could hand the notification to a query of the one that listens.
    for (let answers = 0; !isNotified && answers < NOTIFIED_WITHIN_ANSWERS; answers++) {
      await other.query('select 1')
      if (!isNotified) await pause(PAUSE_MS * answers)
    }
  } finally {
    await other.end()
  }
  if (isNotified) return
  throw new ConfigError(
    `DATABASE_URL: ${at} delivers no notifications, as behind a connection pooler in transaction mode: connect to PostgreSQL itself, or set the pooler to session mode.`,
  )
}

/** Why the program does not start, in one line: `ConfigError` where only another setting helps. */
function startError(cause: unknown, at: string): ConfigError {
  const { code = '', message } = cause as NodeJS.ErrnoException
  const tls = tlsProblem(cause as NodeJS.ErrnoException)
  if (tls) return new ConfigError(`DATABASE_URL: ${at} ${tls}`, { cause })
  if (cause instanceof ReplacedPrimary)
    return new DatabaseUnreachable(`DATABASE_URL: ${at} ${message}.`, { cause })
  if (cause instanceof DatabaseUnreachable)
    return new DatabaseUnreachable(
      `DATABASE_URL: ${at} ${message}: promote it, or name the primary in DATABASE_URL.`,
      { cause },
    )
  // An SQLSTATE that does not resolve on its own (not retryable).
  const Failure = translateError(cause) instanceof QueryError ? ConfigError : DatabaseUnreachable
  const reason = REASONS[code] ?? `cannot be reached (${code || message})`
  return new Failure(`DATABASE_URL: ${at} ${reason}: start it, or correct DATABASE_URL.`, { cause })
}

/** What is wrong with TLS, and the fix; null when it is something else. The codes are those of OpenSSL and Node. */
function tlsProblem({ code = '', message, syscall, path }: NodeJS.ErrnoException): string | null {
  if (syscall === 'open' || syscall === 'read')
    return `needs ${path ?? 'a file'}, which cannot be read (${code}): correct sslrootcert, sslcert or sslkey in DATABASE_URL.`
  if (message.includes('does not support SSL'))
    return 'does not offer TLS: set ssl = on in postgresql.conf, or sslmode=disable in DATABASE_URL.'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'has a certificate for another host name: use the name in its certificate, or have one issued for this name.'
  if (code === 'CERT_HAS_EXPIRED') return 'has an expired certificate: renew it.'
  if (/SELF_SIGNED|ISSUER|LEAF_SIGNATURE/.test(code))
    return 'has a certificate of an unknown authority: name the file of its CA as sslrootcert in DATABASE_URL.'
  if (/CERT|SIGNATURE|^ERR_(TLS|SSL|OSSL)/.test(code))
    return `cannot be reached over TLS (${code}): correct sslrootcert, sslcert or sslkey in DATABASE_URL.`
  return null
}
