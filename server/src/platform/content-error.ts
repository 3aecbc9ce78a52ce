import { typedHost } from '@scanleaf/qr'
import type { FieldErrors } from '@scanleaf/shared'
import { AppError } from './app-error'

/**
 * The validation error of fields. Where the host of an address is wrong the message names it.
 * @param problems codes by field
 * @param entered the fields as received
 */
export function contentError(problems: FieldErrors, entered: Readonly<Record<string, unknown>>): AppError {
  const hosts = Object.entries(problems)
    .filter(([, problem]) => problem.startsWith('address-'))
    .map(([field]) => [field, { host: typedHost(String(entered[field] ?? '')) }])
  const details = hosts.length > 0 ? { details: Object.fromEntries(hosts) } : {}
  return new AppError('ValidationError', problems, undefined, details)
}
