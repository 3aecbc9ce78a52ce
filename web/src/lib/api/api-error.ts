import type { ErrorBody } from '@scanleaf/shared'

/** An answer of status 400 or above, or none at all (`Offline`, `Unreadable`: the server did not say it). */
export class ApiError extends Error {
  override name = 'ApiError'
  /** HTTP status; 0 when no answer came. */
  readonly statusCode: number
  readonly code: string
  /** A code per field. */
  readonly fields: Record<string, string>
  /** A localised text per field. */
  readonly errors: Record<string, string>
  /** From `Retry-After`, when the server names a time. */
  readonly retryAfterSeconds: number | null

  constructor(body: ErrorBody, retryAfterSeconds: number | null = null) {
    super(body.message)
    this.statusCode = body.statusCode
    this.code = body.error.code
    this.fields = body.error.fields ?? {}
    this.errors = body.errors ?? {}
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The localised message of whatever a call threw; `fallback` for what is not an answer of the server. */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError ? error.message : fallback
