import { randomUUID } from 'node:crypto'
import { ADDON_CODES, type AddonCode, type PayTerm, type SubscriptionStatus } from '@scanleaf/shared'
import type { Database } from '../../platform/db/database'
import type { Operator } from '../account'
import { issueInvoice } from './invoices/invoices'
import { post, transfer } from './ledger/ledger'
import { type LockedAccount, lockAccount } from './locked-account-repository'
import { closeReceipt } from './payments/receipt-repository'
import { receiveMoney } from './payments/receive-money'
import { payments, plans, subscriptions } from './table'

/** Acts on money, of which none is theirs. */
export const someOperator = (): Operator => ({
  id: 'an operator',
  email: 'operator@example.test',
  admin: true,
  route: { resource: 'billing', action: 'update', on: 'money', confirm: true },
  keepsUsers: true,
  acts: [],
})

interface GivenPlan {
  addons: Partial<Record<AddonCode, number>>
  price?: bigint
  overLimitPrice?: bigint
}

/** A plan with the given quotas, for tests that do not care for its other terms. */
export async function givenPlan(
  { db }: Database,
  code: string,
  { addons, price = 99_000n, overLimitPrice = 0n }: GivenPlan,
): Promise<void> {
  const terms = {
    position: 99,
    names: { vi: code, en: code },
    benefits: {},
    price,
    period: 'monthly' as const,
  }
  const plan = { ...terms, addons, overLimitPrice, tokens: 10_000, isOffered: false, updatedAt: new Date() }
  await db
    .insert(plans)
    .values({ code, ...plan })
    .onConflictDoUpdate({ target: plans.code, set: plan })
}

type GivenSubscription = Partial<typeof subscriptions.$inferInsert> & { userId: string; plan: string }

/** Puts an account on a plan without a payment, in the place of the one it was on. */
export async function givenSubscription({ db }: Database, given: GivenSubscription): Promise<void> {
  const subscription = { price: 0n, createdAt: new Date(), ...given }
  await db
    .insert(subscriptions)
    .values(subscription)
    .onConflictDoUpdate({ target: subscriptions.userId, set: subscription })
}

/** Wallet and outstanding balance of a test account; whole VND. */
export interface GivenAccount {
  status?: SubscriptionStatus
  plan: string
  price: number
  packagePayment?: PayTerm
  endAt?: Date | null
  wallet?: number
  debt?: number
}

/** Brings an account to where it is, money and all: the debt is a renewal, and what exceeds its price over-limit. */
export async function givenAccount(
  database: Database,
  userId: string,
  {
    status = 'active',
    plan,
    price,
    packagePayment = 'month',
    endAt = null,
    wallet = 0,
    debt = 0,
  }: GivenAccount,
  now: Date,
): Promise<void> {
  const termPrice = BigInt(price) * (packagePayment === 'year' ? 10n : 1n)
  const terms = { plan, price: BigInt(price), packagePayment, status, endAt }
  const paid = status === 'active' ? termPrice : 0n
  await givenSubscription(database, { userId, ...terms, startAt: endAt && now, paid })
  await database.transaction(async (tx) => {
    const account = await lockAccount(tx, userId, now)
    if (wallet > 0) await giveMoney(account, BigInt(wallet))
    if (debt === 0) return
    const issue = (kind: 'renewal' | 'over_limit', amount: bigint) => {
      const figure = amount.toString()
      const type = kind === 'renewal' ? 'renewal' : ADDON_CODES[0]
      const text = kind === 'renewal' ? 'renewal' : `over-limit.${ADDON_CODES[0]}`
      const line = { text, values: { plan }, type, quantity: 1, unitPrice: figure, amount: figure }
      const purchase = { plan, price: String(price), payTerm: packagePayment }
      return issueInvoice(account, { kind, periodStart: endAt, lines: [line], purchase })
    }
    await issue('renewal', termPrice)
    if (BigInt(debt) > termPrice) await issue('over_limit', BigInt(debt) - termPrice)
  })
}

/** Money that came from outside, as the ledger and the receipts know it, without a payment. */
async function giveMoney(account: LockedAccount, amount: bigint): Promise<void> {
  const { tx, userId, now } = account
  const eventKey = randomUUID()
  const money = { provider: 'test', eventKey, amount, content: '', account: 'clearing:bank' } as const
  const received = await receiveMoney(tx, money, now)
  if (received.outcome !== 'unmatched') throw new Error('a test payment was matched by mistake')
  const [row] = await tx
    .insert(payments)
    .values({
      ref: `TEST-${eventKey}`,
      userId,
      purpose: 'topup',
      amount,
      paid: amount,
      gateway: 'test',
      status: 'succeeded',
      expiresAt: now,
      createdAt: now,
    })
    .returning()
  if (!row) throw new Error('insert returned no row')
  await closeReceipt(tx, received.receiptId, { state: 'assigned', paymentId: row.id })
  const entries = transfer('suspense', account.wallet, amount)
  await post(account, { key: `credit:${received.receiptId}`, type: 'receipt', entries, paymentId: row.id })
}
