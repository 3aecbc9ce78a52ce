import type { ErrorCode, FieldErrors } from '@scanleaf/shared'

/** A failure the caller can act on. Anything else thrown is a bug: logged whole, answered 500 without detail. */
export class AppError extends Error {
  override name = 'AppError'
  /** @param retryAfterSeconds sent as `Retry-After` */
  constructor(
    readonly code: ErrorCode,
    readonly fields?: FieldErrors,
    readonly retryAfterSeconds?: number,
    options?: ErrorOptions,
  ) {
    super(code, options)
  }
}
