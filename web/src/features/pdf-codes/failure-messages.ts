import type { TFunction } from 'i18next'
import { ApiError } from '../../lib/api/api-error'

/** Status and message of a refusal, or of a failure without a response (spec §8). */
export function reasonOf(error: unknown, t: TFunction): string {
  if (!(error instanceof ApiError)) return t('common:unreadable-answer')
  return error.statusCode === 0 ? error.message : `${error.statusCode} ${error.message}`
}

/** The alert of a failed update: one for a response of the server, one for anything else (spec §8). */
export function updateFailure(error: unknown, t: TFunction): string {
  const message = reasonOf(error, t)
  const isAnswer = error instanceof ApiError && error.statusCode !== 0
  return isAnswer
    ? t('pdf-codes:dynamic-codes.generator.pdf-update-error', { message })
    : t('pdf-codes:error-occurred', { message })
}
