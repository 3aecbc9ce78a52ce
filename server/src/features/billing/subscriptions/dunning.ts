import { isFreePlan, type SubscriptionStatus } from '@scanleaf/shared'
import type { NotificationRow } from '../notifications/repository'

const DAY_MS = 86_400_000

/** When what happens around the end of a period (payments §8), in milliseconds after `graceFrom`. */
export const DUNNING_MS = {
  endsSoon: -3 * DAY_MS,
  ended: 0,
  graceHalf: 3 * DAY_MS,
  /** The grace is over: nothing new can be made. */
  pastDue: 7 * DAY_MS,
  /** Back to the free plan; the outstanding balance is written off. */
  returned: 37 * DAY_MS,
} as const

export type DunningStep = 'renew' | 'past-due' | 'return'

interface Period {
  status: SubscriptionStatus
  plan: string
  /** Null on a free plan. */
  endAt: Date | null
  /** When its renewal was asked for; null before. */
  askedAt: Date | null
}

/**
 * From when the grace counts: the end of the period, or when the next one was asked for a day later or more, because the
 * server was off or its clock was not trusted. Everybody has all of the grace in which to pay.
 */
export function graceFrom({ endAt, askedAt }: { endAt: Date; askedAt: Date | null }): Date {
  return askedAt !== null && askedAt.getTime() - endAt.getTime() >= DAY_MS ? askedAt : endAt
}

/** The next step that is due; null when none is. */
export function nextStep({ status, plan, endAt, askedAt }: Period, now: Date): DunningStep | null {
  if (endAt === null || isFreePlan(plan)) return null
  const sinceMs = now.getTime() - graceFrom({ endAt, askedAt }).getTime()
  if (status === 'active') return sinceMs >= DUNNING_MS.ended ? 'renew' : null
  if (status === 'pending') return sinceMs >= DUNNING_MS.pastDue ? 'past-due' : null
  return sinceMs >= DUNNING_MS.returned ? 'return' : null
}

/** Notifications besides the steps. */
export function reminderOf(
  { status, plan, endAt, askedAt }: Period,
  now: Date,
): NotificationRow['kind'] | null {
  if (endAt === null || isFreePlan(plan)) return null
  const sinceMs = now.getTime() - graceFrom({ endAt, askedAt }).getTime()
  if (status === 'active' && sinceMs >= DUNNING_MS.endsSoon) return 'ends-soon'
  if (status === 'pending' && sinceMs >= DUNNING_MS.graceHalf) return 'grace-half'
  return null
}
