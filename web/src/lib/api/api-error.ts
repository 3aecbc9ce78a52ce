import type { ErrorBody } from '@scanleaf/shared'

/** A response of status 400 or above, or none at all (`Offline`, `Unreadable`: not from the server). */
export class ApiError extends Error {
  override name = 'ApiError'
  /** HTTP status; 0 without a response. */
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

/** The localised message of whatever a call threw; `fallback` for anything but a response of the server. */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError ? error.message : fallback
