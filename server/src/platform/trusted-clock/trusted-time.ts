const DAY_MS = 86_400_000
/** A difference that is no reason to wait: a server that was off for a night, or a weekend’s day. */
export const DOUBT_MS = DAY_MS
/** While the server runs, trusted time follows a clock that leapt ahead this much faster than time passes. */
export const CATCH_UP = 4
/** A clock that has run for this long without a leap is right. */
export const TRUSTED_AFTER_MS = 7 * DAY_MS

/** What is known of the database's clock; milliseconds since the epoch by that clock, where nothing else is said. */
export interface TrustedTime {
  /** Nothing that is younger by this may be deleted, charged or ended by its age. */
  trustedAt: number
  /** What the clock showed when it was last looked at. */
  seenAt: number
  /** Since when it has run without a leap by its own account, and how many milliseconds a process has watched it since. */
  steadyFrom: number
  watchedMs: number
}

export interface Look {
  /** What the clock shows. */
  now: number
  /** Milliseconds by a monotonic clock since this process looked last; 0 at its first look. */
  sinceMs: number
}

/**
 * What is known after a look. Trusted time never passes faster than `CATCH_UP` times what processes have watched by
 * their monotonic clocks, however often and far the clock leaps, until it has run steadily for `TRUSTED_AFTER_MS`; a clock
 * that is behind moves it only then.
 * @param before null at the first look of an installation, which has nothing that is older than its clock
 */
export function afterLook(before: TrustedTime | null, { now, sinceMs }: Look): TrustedTime {
  if (!before) return { trustedAt: now, seenAt: now, steadyFrom: now, watchedMs: 0 }
  // Processes that look in turn watch the same time: it counts once.
  const passedMs = Math.min(Math.max(now - before.seenAt, 0), sinceMs)
  const watchedMs = before.watchedMs + passedMs
  // Leaps since then add up, so that many small ones are no steady run.
  const isSteady = Math.abs(now - before.steadyFrom - watchedMs) <= DOUBT_MS
  const steady = isSteady ? { steadyFrom: before.steadyFrom, watchedMs } : { steadyFrom: now, watchedMs: 0 }
  const followed = Math.min(now, before.trustedAt + CATCH_UP * passedMs)
  const trustedAt = isSteady && watchedMs >= TRUSTED_AFTER_MS ? now : Math.max(before.trustedAt, followed)
  return { trustedAt, seenAt: now, ...steady }
}

/** By how many milliseconds the clock is ahead of what is trusted, negative when it is behind; 0 when it is trusted. */
export function doubtOf({ trustedAt, seenAt }: Pick<TrustedTime, 'trustedAt' | 'seenAt'>): number {
  const aheadMs = seenAt - trustedAt
  return Math.abs(aheadMs) > DOUBT_MS ? aheadMs : 0
}
