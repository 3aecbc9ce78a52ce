import { DrizzleQueryError } from 'drizzle-orm'
import { AppError, ConfigError } from '../app-error'

/**
 * A statement that the database refused. Unlike the errors of the drivers and of Drizzle it carries no parameters
 * and no row: those hold passwords, tokens and addresses, which must not reach a log.
 */
export class QueryError extends Error {
  override name = 'QueryError'
  constructor(
    readonly code: string,
    message: string,
    readonly constraint: string | undefined,
    readonly statement: string | undefined,
  ) {
    super(`${code}: ${message}`)
  }
}

interface ServerError extends Error {
  code: string
  constraint?: string
}

const isServerError = (error: unknown): error is ServerError =>
  error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string'

/** The SQLSTATE (PostgreSQL appendix A) of an error of a query, at any depth of `cause`; null for other errors. */
export function sqlState(error: unknown): string | null {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if (inner instanceof QueryError || isServerError(inner)) return inner.code
  }
  return null
}

/** The name of the constraint that refused a row, as in the migrations; null for other errors. */
export function violatedConstraint(error: unknown): string | null {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if (inner instanceof QueryError || isServerError(inner)) return inner.constraint ?? null
  }
  return null
}

/**
 * Not the statement's fault, may pass later: connection exceptions (08), disk full, out of memory and too many
 * connections (53), shut down, starting or statement time over (57), lock not available, idle in transaction for
 * too long, and a standby that cannot write; races lost (40), for which a transaction is tried again before.
 */
const isPassing = (state: string): boolean =>
  /^(08|53|57)/.test(state) || ['40001', '40P01', '55P03', '25P03', '25006'].includes(state)

/** PostgreSQL cannot be reached now: it may be starting, or the network may be down. No setting is known to be wrong. */
export class DatabaseUnreachable extends ConfigError {}

export const unavailable = (cause: unknown): AppError =>
  new AppError('ServiceUnavailable', undefined, undefined, { cause })

/** Whether the database was unreachable, and a retry may succeed. */
export function isUnavailable(thrown: unknown): boolean {
  const error = translateError(thrown)
  return (
    error instanceof DatabaseUnreachable || (error instanceof AppError && error.code === 'ServiceUnavailable')
  )
}

/** The error that the port throws for one of a driver, wrapped by Drizzle or bare; others unchanged. */
export function translateError(thrown: unknown, statement?: string): unknown {
  const error = thrown instanceof DrizzleQueryError ? thrown.cause : thrown
  if (!isServerError(error)) return error
  const refused = new QueryError(error.code, error.message, error.constraint, statement)
  return isPassing(error.code) ? unavailable(refused) : refused
}
