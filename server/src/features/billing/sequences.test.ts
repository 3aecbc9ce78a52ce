import { randomUUID } from 'node:crypto'
import { branches, runs } from '@scanleaf/qr/property-runs'
import { isFreePlan, type PaymentType } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../../platform/app-error'
import { type Db, query } from '../../platform/db/database'
import { loadTranslator } from '../../platform/i18n'
import { createLog } from '../../platform/logging'
import { FakeClock } from '../../testing/clock'
import { testDatabase } from '../../testing/database'
import { findBrokenInvariants } from './ledger/invariants-repository'
import { type OperatorTransaction, refundTransfer } from './operator/operator-actions'
import { expireTransfers } from './payments/close-payments'
import { type BillingContext, cancelPayment, changePlan, createPayment } from './payments/payments'
import { receiveMoney } from './payments/receive-money'
import { renewAll } from './subscriptions/renewals'
import { subscriptions } from './table'
import { someOperator } from './testing'

const storage = testDatabase()
const log = createLog('silent')
const translator = loadTranslator(['errors', 'invoice-lines'], 'browser')
const bank = { bin: '970416', accountNumber: '123456789', accountName: 'CONG TY SCANLEAF', branch: '' }

const HOUR_MS = 3_600_000
const USERS = ['an', 'binh', 'chi']
const PLANS = ['free', 'basic', 'pro', 'business']
/** Errors that a caller may get; anything else that is thrown is a bug. */
const EXPECTED = ['PurchaseFailure', 'same-plan', 'Conflict', 'NotFound', 'invalid-amount', 'ValidationError']

/** Money and time, as they come: each command on what there is then. */
interface Course {
  context: BillingContext
  clock: FakeClock
  /** References that were issued, and the bank's numbers of incoming transfers. */
  refs: { ref: string; userId: string; amount: number }[]
  events: { eventKey: string; content: string; amount: bigint }[]
}

type Command = (course: Course) => Promise<void>

const inTransaction = (work: (tx: Db) => Promise<unknown>) => storage.database().transaction(work)

const user = fc.constantFrom(...USERS)
const paymentType = fc.constantFrom<PaymentType>('bank-transfer', 'wallet')
/** Half of all doubles are next to 0. */
const share = fc.nat(999).map((thousandths) => thousandths / 1000)
const pick = <T>(all: readonly T[], at: number): T | undefined => all[Math.floor(at * all.length)]

async function ask(
  { context, refs }: Course,
  userId: string,
  call: (tx: Db, payer: { ownerId: string; by: string }) => ReturnType<typeof createPayment>,
) {
  const payer = { ownerId: userId, by: `${userId}@example.test` }
  const answer = await context.database.transaction((tx) => call(tx, payer))
  if (answer.paymentType === 'bank-transfer')
    refs.push({ ref: answer.transactionId, userId, amount: answer.amount })
}

const asked = { paymentMethod: '', language: 'vi' as const }

interface Choice {
  userId: string
  plan: string
  payYear: boolean
  paymentType: PaymentType
}

const changing =
  ({ userId, ...choice }: Choice): Command =>
  (course) =>
    ask(course, userId, (tx, payer) => changePlan(tx, course.context, payer, { ...asked, ...choice }))

const change = fc
  .record({ userId: user, plan: fc.constantFrom(...PLANS), payYear: fc.boolean(), paymentType })
  .map(changing)

const pay = fc
  .record({
    userId: user,
    amount: fc.option(fc.integer({ min: 1_000, max: 3_000_000 })),
    payYear: fc.boolean(),
    paymentType,
  })
  .map(
    ({ userId, amount, ...choice }): Command =>
      (course) =>
        ask(course, userId, (tx, payer) => {
          const payment = { type: 'payment', description: '', ...asked, ...choice } as const
          return createPayment(tx, course.context, payer, amount === null ? payment : { ...payment, amount })
        }),
  )

/** Money comes for a reference: as much as was asked for, or less, or more; now and then for none. */
const confirming =
  ({ at, percent, isUnmatched }: { at: number; percent: number; isUnmatched: boolean }): Command =>
  async ({ refs, events, clock }) => {
    const asked = pick(refs, at)
    const isUnknown = isUnmatched && at < 0.1
    if (!asked && !isUnknown) return
    const amount = BigInt(Math.ceil(((asked?.amount ?? 5_000) * percent) / 100))
    const event = { eventKey: randomUUID(), content: isUnknown ? 'hello' : `MBVCB ${asked?.ref}`, amount }
    events.push(event)
    await inTransaction((tx) =>
      receiveMoney(tx, { ...event, provider: 'bank', account: 'clearing:bank' }, clock.now()),
    )
  }

const confirm = fc
  .record({ at: share, percent: fc.constantFrom(40, 100, 100, 100, 130), isUnmatched: fc.boolean() })
  .map(confirming)

const duplicate = share.map(
  (at): Command =>
    async ({ events, clock }) => {
      const event = pick(events, at)
      if (!event) return
      const again = { ...event, provider: 'bank', account: 'clearing:bank' } as const
      const outcomes: string[] = []
      await inTransaction(async (tx) => outcomes.push((await receiveMoney(tx, again, clock.now())).outcome))
      expect(outcomes).toEqual(['duplicate'])
    },
)

const cancelling =
  (at: number): Command =>
  async ({ refs, clock }) => {
    const asked = pick(refs, at)
    if (asked) await inTransaction((tx) => cancelPayment(tx, asked.userId, asked.ref, clock.now()))
  }
const cancel = share.map(cancelling)

const refund = fc.record({ at: share, amount: fc.integer({ min: 1, max: 400_000 }) }).map(
  ({ at, amount }): Command =>
    async ({ refs, clock }) => {
      const asked = pick(refs, at)
      if (!asked) return
      await inTransaction((tx) => {
        const operatorAction: OperatorTransaction = {
          tx,
          operator: someOperator(),
          now: clock.now(),
        }
        return refundTransfer(operatorAction, asked.ref, { amount, reason: 'asked for' })
      })
    },
)

const passing =
  (hours: number): Command =>
  async ({ clock, context: { database } }) => {
    clock.advance(hours * HOUR_MS)
    await renewAll({ database, clock, log: { ...log, error: failed } as typeof log })
    const now = clock.now()
    await database.transaction((tx) => expireTransfers(tx, now))
    await expectStatuses(now)
  }

const passTime = fc.integer({ min: 1, max: 40 * 24 }).map(passing)

const BUYS = changing({ userId: 'an', plan: 'pro', payYear: false, paymentType: 'bank-transfer' })
const paying = (percent: number) => confirming({ at: 0, percent, isUnmatched: false })
/** What random courses hardly reach: half of the money, and a renewal that the wallet does not pay, for good and not. */
const RARE_COURSES: [Command[]][] = [
  [[BUYS, cancelling(0)]],
  [[BUYS, paying(40)]],
  [[BUYS, paying(100), passing(31 * 24)]],
  [[BUYS, paying(100), passing(31 * 24), BUYS, paying(100)]],
  [[BUYS, paying(100), passing(40 * 24), passing(40 * 24)]],
]

const failed = (problem: { err?: unknown }): never => {
  throw problem.err ?? new Error('a job failed')
}

/** The state of a subscription once all due jobs have run. */
async function expectStatuses(now: Date) {
  const { db } = storage.database()
  for (const { userId, status, plan, endAt } of await db.select().from(subscriptions)) {
    const [sums] = await query<{ owed: bigint }>(db, sql`select owed from wallets where user_id = ${userId}`)
    if (isFreePlan(plan)) expect([status, endAt]).toEqual(['active', null])
    else if (status === 'active') expect(endAt?.getTime()).toBeGreaterThan(now.getTime())
    else {
      expect(endAt?.getTime()).toBeLessThanOrEqual(now.getTime())
      expect(sums?.owed).toBeGreaterThan(0n)
    }
  }
}

/** Money in = money held + earned or written off + refunds: seen from the ledger's own accounts. */
async function expectMoneyKept() {
  const { db } = storage.database()
  expect(await findBrokenInvariants(db)).toEqual([])
  const [sums] = await query<{
    cameIn: string
    refunded: string
    held: string
    earned: string
    owed: string
  }>(
    db,
    sql`select
      (select coalesce(sum(amount), 0) from receipts)::text as "cameIn",
      (select coalesce(sum(refunded), 0) from payments)::text as refunded,
      ((select coalesce(sum(balance), 0) from wallets)
        + (select coalesce(sum(amount), 0) from receipts where state = 'unmatched'))::text as held,
      (select coalesce(sum(owed), 0) from wallets)::text as owed,
      (select coalesce(sum(case direction when 'credit' then amount else -amount end), 0) from ledger_entries
        where account in ('revenue', 'revenue:proration', 'expense:write_off'))::text as earned`,
  )
  const { cameIn = '', refunded = '', held = '', earned = '', owed = '' } = sums ?? {}
  expect(BigInt(cameIn)).toBe(BigInt(held) + BigInt(earned) - BigInt(owed) + BigInt(refunded))
}

/** What became of payments, receipts and subscriptions in a course. */
async function branchesReached(): Promise<string[]> {
  const rows = await query<{ branch: string }>(
    storage.database().db,
    sql`select 'receipt ' || state as branch from receipts
      union select 'payment ' || status from payments
      union select 'payment refunded' from payments where refunded > 0
      union select 'payment overpaid' from payments where paid > amount
      union select 'subscription ' || status from subscriptions`,
  )
  return rows.map(({ branch }) => branch)
}

async function emptyMoney() {
  await storage.database().db.execute(sql`truncate ledger_transactions, ledger_entries, wallets, invoices,
    invoice_counters, payments, receipts, billing_movements, billing_notices, quotes, subscriptions, refunds, chargebacks,
    operator_actions`)
}

test('whatever three people, an operator and time do, all money is somewhere', async () => {
  let done = 0
  const rare = branches(
    ...['receipt matched', 'receipt unmatched', 'payment underpaid', 'payment expired', 'payment cancelled'],
    ...['payment refunded', 'payment overpaid', 'subscription pending', 'subscription active'],
  )
  let refused = 0
  const commands = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: change },
      { weight: 4, arbitrary: confirm },
      { weight: 3, arbitrary: pay },
      { weight: 3, arbitrary: passTime },
      { weight: 1, arbitrary: duplicate },
      { weight: 1, arbitrary: cancel },
      { weight: 2, arbitrary: refund },
    ),
    { minLength: 10, maxLength: 30 },
  )
  await fc.assert(
    fc.asyncProperty(commands, async (course) => {
      await emptyMoney()
      const clock = new FakeClock()
      const seller = { name: '', address: '', taxCode: '', email: '' }
      const parties = { bank, log, gateways: [], seller, appUrl: 'http://app.test' }
      const context = { database: storage.database(), clock, translator, ...parties }
      const state: Course = { context, clock, refs: [], events: [] }
      for (const command of course) {
        await command(state).then(
          () => done++,
          (error) => {
            if (!(error instanceof AppError) || !EXPECTED.includes(error.code)) throw error
            refused++
          },
        )
      }
      await expectMoneyKept()
      for (const branch of await branchesReached()) rare.reach(branch)
    }),
    { numRuns: runs(8) + RARE_COURSES.length, verbose: 0, examples: RARE_COURSES },
  )
  // A sequence in which everything is refused would test nothing.
  expect(done).toBeGreaterThan(refused)
  rare.expectAll()
})
