import { ConfigError } from '../../config/config'
import type { Database } from '../database'
import { DatabaseUnreachable, QueryError, translateError } from '../query-error'
import type { Limits } from '../timeouts'
import { connectOnce, postgresDatabase } from './postgres-database'

/**
 * @throws DatabaseUnreachable when it cannot be reached now
 * @throws ConfigError when it refuses us, or is too old, or does not hold UTF-8
 */
export async function openPostgres(
  databaseUrl: string,
  replicaUrl: string | null,
  limits: Limits,
): Promise<Database> {
  await provePostgres(databaseUrl)
  return postgresDatabase(databaseUrl, replicaUrl, limits)
}

const OLDEST_POSTGRES = 15

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
  const { host } = new URL(databaseUrl)
  let client: Awaited<ReturnType<typeof connectOnce>>
  try {
    client = await connectOnce(databaseUrl)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = REASONS[code ?? ''] ?? `cannot be reached (${code ?? message})`
    const Failure = isRefusal(error) ? ConfigError : DatabaseUnreachable
    throw new Failure(
      `DATABASE_URL: PostgreSQL at ${host || 'the local socket'} ${reason}: start it, or correct DATABASE_URL.`,
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
  } finally {
    await client.end()
  }
}
