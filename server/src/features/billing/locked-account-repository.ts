import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import { preparedStatement } from '../../platform/db/prepared-statement'
import { currentTransaction } from '../../platform/db/transaction'
import { type SubscriptionRow, subscriptionOf } from './subscription-repository'
import { subscriptions } from './table'

type SubscriptionEdit = Partial<Omit<SubscriptionRow, 'userId' | 'createdAt'>>

/** Only `lockAccount` can create one: the class is private to this file. */
class Account {
  #subscription: SubscriptionRow

  constructor(
    readonly tx: Db,
    /** When the transaction takes place. */
    readonly now: Date,
    subscription: SubscriptionRow,
  ) {
    this.#subscription = subscription
  }

  get userId(): string {
    return this.#subscription.userId
  }

  /** With the changes of this transaction. */
  get subscription(): Readonly<SubscriptionRow> {
    return this.#subscription
  }

  get wallet(): `wallet:${string}` {
    return `wallet:${this.userId}`
  }

  get receivable(): `receivable:${string}` {
    return `receivable:${this.userId}`
  }

  async updateSubscription(edit: SubscriptionEdit): Promise<void> {
    await this.tx.update(subscriptions).set(edit).where(eq(subscriptions.userId, this.userId))
    this.#subscription = { ...this.#subscription, ...edit }
  }
}

/** Shows that a transaction holds the lock of a user's account; functions that move money or change a subscription take it. */
export type LockedAccount = Account

const findLocked = preparedStatement<{ userId: string }, SubscriptionRow>('subscription_lock', (db) =>
  db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, sql.placeholder('userId')))
    .for('update'),
)

/** The transactions that have locked an account. */
const locking = new WeakSet<object>()

/**
 * Locks a user's account until the transaction ends, by the row of its subscription, which is inserted if missing. A
 * transaction locks only one account, once, and before payments, receipts, the invoice counter and wallets
 * (docs/decisions/billing.md), so that there are no deadlocks.
 */
export async function lockAccount(tx: Db, userId: string, now: Date): Promise<LockedAccount> {
  const transaction = currentTransaction()
  if (locking.has(transaction)) throw new Error('a transaction may lock only one account, and only once')
  locking.add(transaction)
  const [row] = await findLocked(tx, { userId })
  if (row) return new Account(tx, now, row)
  await tx
    .insert(subscriptions)
    .values(await subscriptionOf(tx, userId, now))
    .onConflictDoNothing()
  const [begun] = await findLocked(tx, { userId })
  if (!begun) throw new Error('a subscription was not inserted')
  return new Account(tx, now, begun)
}
