import type { ErrorCode, FieldErrors } from '@scanleaf/shared'

/** Numbers and texts that belong to a field or to the failure as a whole, by field and name. */
export type FieldDetails = Record<string, Record<string, number | string>>

/** A failure the caller can act on. Anything else thrown is a bug: logged completely, answered 500 without detail. */
export class AppError extends Error {
  override name = 'AppError'
  readonly details: FieldDetails | undefined
  /** Placeholders of the message; several values are listed as the language lists them. */
  readonly values: Record<string, string | readonly string[]> | undefined
  /** @param retryAfterSeconds sent as `Retry-After` */
  constructor(
    readonly code: ErrorCode,
    readonly fields?: FieldErrors,
    readonly retryAfterSeconds?: number,
    options?: ErrorOptions & { details?: FieldDetails | undefined; values?: AppError['values'] },
  ) {
    super(code, options)
    this.details = options?.details
    this.values = options?.values
  }
}

/** A setting that makes startup fail: the message names the setting and the fix. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
