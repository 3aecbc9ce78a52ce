import { DEFAULT_TOKEN_LIMIT, type MessageTokens } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Clock } from '../../../platform/clock'
import type { Database, Db } from '../../../platform/db/database'
import { findPlan } from '../plan-repository'
import { findSubscription, subscriptionOf } from '../subscription-repository'
import {
  findTokenUse,
  insertReservation,
  lockTokenUse,
  reservedTokens,
  setTokenUse,
  type TokenUse,
  takeReservation,
} from './repository'

/** Tokens are granted for this long; buying a period starts a new one. */
const PERIOD_MS = 30 * 86_400_000
/** Longer than any answer takes (threats §2.7). */
const RESERVED_FOR_MS = 5 * 60_000

interface TokenContext {
  database: Database
  clock: Clock
}

/** Message tokens: reservation and settlement of the cost of an assistant's answer. */
export interface Tokens {
  /**
   * Reserves the maximum cost of an answer, before it is requested.
   * @returns what to settle it with
   * @throws AppError ExceedLimitation when the plan has not that many left
   */
  reserve(userId: string, most: number): Promise<string>
  /** Charges the cost of an answer, at most what was reserved, and releases the rest. 0 for a failed answer. */
  settle(userId: string, reservation: string, spent: number): Promise<void>
  read(userId: string): Promise<MessageTokens['package']>
}

export const openTokens = ({ database, clock }: TokenContext): Tokens => ({
  reserve: (userId, most) =>
    database.transaction(async (tx) => {
      const now = clock.now()
      const use = await currentUse(tx, userId, await lockTokenUse(tx, userId, now), now)
      const held = await reservedTokens(tx, userId, now)
      if (use.used + held + most > (await limitOf(tx, userId, now))) throw new AppError('ExceedLimitation')
      const expiresAt = new Date(now.getTime() + RESERVED_FOR_MS)
      return insertReservation(tx, { userId, tokens: most, expiresAt })
    }),

  settle: (userId, reservation, spent) =>
    database.transaction(async (tx) => {
      const now = clock.now()
      const use = await currentUse(tx, userId, await lockTokenUse(tx, userId, now), now)
      const held = await takeReservation(tx, userId, reservation, now)
      if (held === null) return
      await setTokenUse(tx, userId, { ...use, used: use.used + Math.min(spent, held) })
    }),

  read: async (userId) => {
    const { db } = database
    const now = clock.now()
    const known = await findTokenUse(db, userId)
    const use = known && (await currentUse(db, userId, known, now))
    return { tokenUsed: use?.used ?? 0, limitPackageToken: await limitOf(db, userId, now) }
  },
})

async function limitOf(db: Db, userId: string, now: Date): Promise<number> {
  const { plan } = await subscriptionOf(db, userId, now)
  return (await findPlan(db, plan))?.tokens ?? DEFAULT_TOKEN_LIMIT
}

/** A new period has no usage: one that was bought since, or thirty days after the last. */
async function currentUse(db: Db, userId: string, use: TokenUse, now: Date): Promise<TokenUse> {
  const boughtAt = (await findSubscription(db, userId))?.startAt
  const isNewlyBought = boughtAt && boughtAt > use.periodStart && boughtAt <= now
  const start = isNewlyBought ? boughtAt : use.periodStart
  const passed = Math.floor((now.getTime() - start.getTime()) / PERIOD_MS)
  if (!isNewlyBought && passed < 1) return use
  return { used: 0, periodStart: new Date(start.getTime() + Math.max(0, passed) * PERIOD_MS) }
}
