import * as z from 'zod'

/** Those that the driver reads as they are written. */
const AS_WRITTEN = ['disable', 'no-verify', 'verify-full']
const SSL_MODES = [...AS_WRITTEN, 'prefer', 'require', 'verify-ca']

/**
 * A connection URI of libpq (PostgreSQL 15 documentation, 34.1.1.2) with one host or several, each with its port:
 * `postgres://user:password@one:5432,two:5432/scanleaf?target_session_attrs=read-write`.
 */
export const postgresUrl = z
  .string()
  .refine(
    (url) => /^postgres(ql)?:\/\//.test(url) && hostUrls(url).every((one) => URL.canParse(one)),
    'must be a postgres:// URL',
  )
  .refine((url) => {
    const attributes = sessionAttributes(url)
    return attributes === null || ['read-write', 'primary'].includes(attributes)
  }, 'target_session_attrs must be read-write: everything is written there')
  .refine(
    (url) => SSL_MODES.includes(parametersOf(url).get('sslmode') ?? 'disable'),
    `sslmode must be one of ${SSL_MODES.join(', ')}`,
  )

const parametersOf = (url: string) => new URLSearchParams(url.split('?')[1])
const sessionAttributes = (url: string): string | null => parametersOf(url).get('target_session_attrs')

/**
 * One URI for each host, in the order given, without `target_session_attrs`, which the driver does not know.
 *
 * Each `sslmode` but `disable` and `no-verify` becomes `verify-full`: the driver reads the others so today, with a
 * warning that its next major version will not. `uselibpqcompat=true` asks for the weaker modes of libpq.
 */
export function hostUrls(url: string): string[] {
  const [address = '', search = ''] = url.split('?')
  const parameters = new URLSearchParams(search)
  parameters.delete('target_session_attrs')
  const mode = parameters.get('sslmode')
  if (mode !== null && !AS_WRITTEN.includes(mode) && parameters.get('uselibpqcompat') !== 'true')
    parameters.set('sslmode', 'verify-full')
  const rest = parameters.size > 0 ? `?${parameters}` : ''
  const [, before = '', hosts = '', path = ''] = /^([a-z]+:\/\/(?:[^@/]*@)?)([^/]*)(.*)$/.exec(address) ?? []
  return hosts.split(',').map((host) => `${before}${host}${path}${rest}`)
}

interface DatabaseSettings {
  DATABASE_URL?: string | undefined
  DATABASE_REPLICA_URL?: string | undefined
  DATABASE_PASSWORD?: string | undefined
}

/**
 * Both addresses, each with its password; null where there is none.
 * @throws Error whose message names the setting and the fix
 */
export function databaseUrlsOf({ DATABASE_URL, DATABASE_REPLICA_URL, DATABASE_PASSWORD }: DatabaseSettings): {
  databaseUrl: string | null
  databaseReplicaUrl: string | null
} {
  if (DATABASE_REPLICA_URL !== undefined && DATABASE_URL === undefined)
    throw new Error(
      'DATABASE_REPLICA_URL is a read replica of DATABASE_URL: set both, or neither for the embedded database.',
    )
  if (DATABASE_PASSWORD !== undefined && DATABASE_URL === undefined)
    throw new Error('DATABASE_PASSWORD is the password of the user in DATABASE_URL: set both, or neither.')
  return {
    databaseUrl: withPassword('DATABASE_URL', DATABASE_URL, DATABASE_PASSWORD),
    databaseReplicaUrl: withPassword('DATABASE_REPLICA_URL', DATABASE_REPLICA_URL, DATABASE_PASSWORD),
  }
}

function withPassword(name: string, url: string | undefined, password: string | undefined): string | null {
  if (url === undefined || password === undefined) return url ?? null
  const [, user, rest] = /^([a-z]+:\/\/[^:@/?]+)(@.*)$/.exec(url) ?? []
  if (rest === undefined)
    throw new Error(
      `DATABASE_PASSWORD needs a ${name} with a user and no password, such as postgres://user@host/database.`,
    )
  return `${user}:${encodeURIComponent(password)}${rest}`
}
