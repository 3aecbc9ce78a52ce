import type { ErrorCode, FieldErrors } from '@scanleaf/shared'

/** Numbers and texts that belong to a field or to the failure as a whole, by field and name. */
export type FieldDetails = Record<string, Record<string, number | string>>

/** A failure the caller can act on. Anything else thrown is a bug: logged whole, answered 500 without detail. */
export class AppError extends Error {
  override name = 'AppError'
  readonly details: FieldDetails | undefined
  /** What the message names, by the words of its text. */
  readonly values: Record<string, string> | undefined
  /** @param retryAfterSeconds sent as `Retry-After` */
  constructor(
    readonly code: ErrorCode,
    readonly fields?: FieldErrors,
    readonly retryAfterSeconds?: number,
    options?: ErrorOptions & { details?: FieldDetails | undefined; values?: Record<string, string> },
  ) {
    super(code, options)
    this.details = options?.details
    this.values = options?.values
  }
}
