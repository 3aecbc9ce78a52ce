import { createHash } from 'node:crypto'
import { eq, gt, lte, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { AppError } from '../app-error'
import type { Clock } from '../clock'
import type { Database } from '../db/database'
import { rateLimits } from './rate-limit-table'

const CLEANING_INTERVAL_MS = 60_000
/** The clocks of several machines do not differ by more. */
const CLOCKS_DIFFER_MS = 60_000
/** Keeps the exponent small; the delay is at its longest long before. */
const MAX_COUNT = 40

/** At most `limit` uses in a window that begins with the first of them. */
export interface Window {
  limit: number
  windowMs: number
}

/** `free` tries, then a wait that doubles with each further one, from `firstMs` to `longestMs`. */
export interface BackoffDelay {
  free: number
  firstMs: number
  maxDelayMs: number
  /** The count is reset after this long without an attempt. */
  forgottenAfterMs: number
}

/**
 * Limits that all processes share: each decision is one conditional statement in the database. Waiting times are in
 * milliseconds, 0 means the use or try is let through and counted.
 */
export interface RateLimits {
  use(scope: string, value: string, window: Window): Promise<number>
  /** Uses once. @throws AppError TooManyRequests with the time to wait */
  enforce(scope: string, value: string, window: Window): Promise<void>
  /** Counts before the outcome is known, so that parallel tries cannot slip past; `clear` it on success. */
  attempt(scope: string, value: string, delay: BackoffDelay): Promise<number>
  clear(scope: string, value: string): Promise<void>
  /** Takes back one use or try that turned out not to be what is counted. */
  undo(scope: string, value: string): Promise<void>
}

export function createRateLimits(database: Database, clock: Clock): RateLimits {
  const { db } = database
  let cleanedAt = 0

  /** Drops ended rows, once a minute in each process. */
  async function clean(now: Date): Promise<void> {
    if (now.getTime() - cleanedAt < CLEANING_INTERVAL_MS) return
    cleanedAt = now.getTime()
    await db.delete(rateLimits).where(lte(rateLimits.expiresAt, sql`now()`))
  }

  /** When the row of a refused use lets the next through. */
  async function waitMs(key: string, now: Date, until: 'blockedUntil' | 'expiresAt'): Promise<number> {
    const [row] = await db.select({ at: rateLimits[until] }).from(rateLimits).where(eq(rateLimits.key, key))
    return Math.max(1, (row?.at ?? now).getTime() - now.getTime())
  }

  async function use(scope: string, value: string, { limit, windowMs }: Window): Promise<number> {
    const now = clock.now()
    await clean(now)
    const key = keyOf(scope, value)
    const expiresAt = new Date(now.getTime() + windowMs)
    const isOver = outside(rateLimits.expiresAt, now, expiresAt)
    const counted = await db
      .insert(rateLimits)
      .values({ key, count: 1, blockedUntil: now, expiresAt })
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: {
          count: sql`case when ${isOver} then 1 else ${rateLimits.count} + 1 end`,
          expiresAt: sql`case when ${isOver} then ${timeParameter(expiresAt)} else ${rateLimits.expiresAt} end`,
        },
        setWhere: sql`${isOver} or ${rateLimits.count} < ${limit}`,
      })
      .returning({ key: rateLimits.key })
    return counted.length > 0 ? 0 : waitMs(key, now, 'expiresAt')
  }

  return {
    use,

    async enforce(scope, value, window) {
      const waitMs = await use(scope, value, window)
      if (waitMs > 0) throw new AppError('TooManyRequests', undefined, Math.ceil(waitMs / 1000))
    },

    async attempt(scope, value, { free, firstMs, maxDelayMs, forgottenAfterMs }) {
      const now = clock.now()
      await clean(now)
      const key = keyOf(scope, value)
      const expiresAt = new Date(now.getTime() + maxDelayMs + forgottenAfterMs)
      const isOver = outside(rateLimits.expiresAt, now, expiresAt)
      const count = sql`(case when ${isOver} then 1 else least(${rateLimits.count} + 1, ${MAX_COUNT}) end)`
      const delayMs = sql`(case when ${count} < ${free} then 0
        else least(${maxDelayMs}::float8, ${firstMs}::float8 * power(2, ${count} - ${free})) end)`
      const tried = await db
        .insert(rateLimits)
        .values({ key, count: 1, blockedUntil: now, expiresAt })
        .onConflictDoUpdate({
          target: rateLimits.key,
          set: {
            count,
            blockedUntil: sql`${timeParameter(now)} + ${delayMs} * interval '1 millisecond'`,
            expiresAt,
          },
          setWhere: outside(rateLimits.blockedUntil, now, new Date(now.getTime() + maxDelayMs)),
        })
        .returning({ key: rateLimits.key })
      return tried.length > 0 ? 0 : waitMs(key, now, 'blockedUntil')
    },

    async clear(scope, value) {
      await db.delete(rateLimits).where(eq(rateLimits.key, keyOf(scope, value)))
    },

    async undo(scope, value) {
      await db
        .update(rateLimits)
        .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
        .where(eq(rateLimits.key, keyOf(scope, value)))
    },
  }
}

/**
 * Passed, or later than it can be by clocks that agree: one that was wrong and was put back must lock nobody out.
 * @param latest by the clock of this process
 */
const outside = (at: PgColumn, now: Date, latest: Date) =>
  sql`(${lte(at, now)} or ${gt(at, new Date(latest.getTime() + CLOCKS_DIFFER_MS))})`

const timeParameter = (time: Date) => sql`${time.toISOString()}::timestamptz`

const keyOf = (scope: string, value: string) =>
  `${scope}:${createHash('sha256').update(value).digest('base64url')}`
