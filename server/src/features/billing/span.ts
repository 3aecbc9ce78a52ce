import { addDays, type StatementDays, startOfDay } from '@scanleaf/shared'

/** From a moment to before another; null is no bound. */
export interface StatementSpan {
  start: Date | null
  end: Date | null
}

/** The days of a period as moments. */
export const spanOf = ({ from, to, zone }: StatementDays): StatementSpan => ({
  start: from === undefined ? null : startOfDay(from, zone),
  end: to === undefined ? null : startOfDay(addDays(to, 1), zone),
})
