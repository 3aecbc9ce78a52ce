import type { Language } from '../languages'
import { formatNumber } from '../number'

/** How far each count of `PendingWork` goes. */
export const MAX_PENDING_COUNTED = 100

/** @example formatPending(100, 'en') // '99+' */
export const formatPending = (count: number, language: Language): string =>
  count < MAX_PENDING_COUNTED
    ? formatNumber(count, language)
    : `${formatNumber(MAX_PENDING_COUNTED - 1, language)}+`
