import { branches, runs } from '@scanleaf/qr/property-runs'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../../../platform/app-error'
import { type Db, query } from '../../../platform/db/database'
import { loadTranslator } from '../../../platform/i18n'
import { createLog } from '../../../platform/logging'
import { FakeClock } from '../../../testing/clock'
import { testDatabase } from '../../../testing/database'
import { TestGateway } from '../../../testing/services/gateway'
import { findBrokenInvariants } from '../ledger/invariants-repository'
import { refundTransfer } from '../operator/operator-actions'
import { applyChargeback, reverseChargeback } from '../refunds/chargebacks'
import { sendDueRefunds, sendRefund } from '../refunds/refunds'
import { renewAll } from '../subscriptions/renewals'
import { someOperator } from '../testing'
import { applyState, openAtGateway } from './gateway-payments'
import { pollDue } from './gateway-polling'
import { type BillingContext, changePlan, createPayment } from './payments'
import { findPaymentsByRef } from './repository'

const storage = testDatabase()
const log = createLog('silent')
const MINUTE_MS = 60_000
/** Errors that a caller may get; anything else that is thrown is a bug. */
const EXPECTED = [
  'PurchaseFailure',
  'same-plan',
  'Conflict',
  'invalid-amount',
  'UpstreamTimeout',
  'ValidationError',
]
const asked = { paymentMethod: '', language: 'vi', paymentType: 'vnpay' } as const

/**
 * One payer, operators, and a gateway in the process: over sockets the payments of a run would spend their time
 * waiting, and the strictness of the simulators is not under test here.
 */
interface Course {
  context: BillingContext
  clock: FakeClock
  gateway: TestGateway
  refs: string[]
  /** The gateway's reports of payments that were paid there. */
  webhooks: { ref: string; state: ReturnType<TestGateway['pay']> }[]
}
type Command = (course: Course) => Promise<unknown>

const inTransaction = <T>(work: (tx: Db) => Promise<T>): Promise<T> => storage.database().transaction(work)
/** Half of all doubles are next to 0. */
const share = fc.nat(999).map((thousandths) => thousandths / 1000)
const pick = <T>(all: readonly T[], at: number): T | undefined => all[Math.floor(at * all.length)]
/** Mostly of those that were paid: money goes back only where some came. */
const paidOf = ({ webhooks, refs }: Course, at: number): string | undefined =>
  at < 0.9 ? pick(webhooks, at / 0.9)?.ref : pick(refs, at)
const payer = { ownerId: 'an', by: 'an@example.test' }

async function paymentOf(ref: string) {
  const [payment] = await findPaymentsByRef(storage.database().db, [ref])
  if (!payment) throw new Error('no payment')
  return payment
}

async function open({ context, refs }: Course, begin: (tx: Db) => ReturnType<typeof createPayment>) {
  const begun = await inTransaction(begin)
  if (!('isToOpen' in begun)) return
  refs.push(begun.transactionId)
  await openAtGateway(context, {
    userId: payer.ownerId,
    ref: begun.transactionId,
    payerAddress: '192.0.2.1',
  })
}

const topUp = fc.integer({ min: 5_000, max: 400_000 }).map(
  (amount): Command =>
    (course) => {
      const order = { ...asked, type: 'payment', description: '', payYear: false, amount } as const
      return open(course, (tx) => createPayment(tx, course.context, payer, order))
    },
)

const change = fc.record({ plan: fc.constantFrom('basic', 'pro', 'business'), payYear: fc.boolean() }).map(
  (choice): Command =>
    (course) =>
      open(course, (tx) => changePlan(tx, course.context, payer, { ...asked, ...choice })),
)

/** The payer pays, or fails, at the gateway; the webhook may be lost. */
const pay = fc.record({ at: share, isLost: fc.boolean(), isWrong: fc.boolean(), fails: fc.boolean() }).map(
  ({ at, isLost, isWrong, fails }): Command =>
    async (course) => {
      const ref = pick(course.refs, at)
      if (!ref) return
      const { amount } = await paymentOf(ref)
      if (fails && at < 0.3) return course.gateway.say(ref, { state: 'failed', code: 'declined' })
      const state = course.gateway.pay(ref, isWrong && at < 0.3 ? amount + 1n : amount)
      course.webhooks.push({ ref, state })
      if (!isLost) await deliver(course, { ref, state }, 1)
    },
)

async function deliver({ clock }: Course, { ref, state }: Course['webhooks'][number], times: number) {
  const payment = await paymentOf(ref)
  const told = { payment, provider: 'test', state }
  const one = () => inTransaction((tx) => applyState(tx, told, clock.now()))
  const outcomes = await Promise.all(Array.from({ length: times }, one))
  expect(outcomes.filter((outcome) => outcome === 'applied').length).toBeLessThanOrEqual(1)
}

const duplicate = share.map(
  (at): Command =>
    async (course) => {
      const webhook = pick(course.webhooks, at)
      if (webhook) await deliver(course, webhook, 3)
    },
)

const refund = fc
  .record({
    at: share,
    amount: fc.integer({ min: 1, max: 300_000 }),
    state: fc.constantFrom('done', 'pending', 'failed'),
    isAway: fc.boolean(),
  })
  .map(
    ({ at, amount, state, isAway }): Command =>
      async (course) => {
        const { clock, context, gateway } = course
        const ref = paidOf(course, at)
        if (!ref) return
        const id = await inTransaction((tx) => {
          const operatorAction = { tx, operator: someOperator(), now: clock.now() }
          return refundTransfer(operatorAction, ref, { amount, reason: 'asked for' })
        })
        gateway.refundState = state
        gateway.isAway = isAway
        await Promise.all([sendRefund(context, id), sendRefund(context, id)])
        gateway.isAway = false
      },
  )

const chargeback = fc.record({ at: share, part: share, isWon: fc.boolean() }).map(
  ({ at, part, isWon }): Command =>
    async (course) => {
      const { clock } = course
      const ref = paidOf(course, at)
      if (!ref) return
      const payment = await paymentOf(ref)
      const amount = BigInt(Math.ceil(Number(payment.paid) * part))
      const dispute = { provider: 'test', disputeId: `D${ref}`, payment, amount }
      await inTransaction((tx) => applyChargeback(tx, dispute, clock.now()))
      if (isWon) await inTransaction((tx) => reverseChargeback(tx, dispute, clock.now()))
    },
)

const passTime = fc.integer({ min: 1, max: 20 * 24 * 60 }).map(
  (minutes): Command =>
    async ({ clock, context, gateway }) => {
      clock.advance(minutes * MINUTE_MS)
      gateway.refundState = 'done'
      await Promise.all([pollDue(context), pollDue(context)])
      await sendDueRefunds(context)
      await renewAll(context)
    },
)

/** Incoming money is in a wallet, was earned, was refunded to the payer, or was charged back. */
async function expectMoneyKept() {
  const { db } = storage.database()
  expect(await findBrokenInvariants(db)).toEqual([])
  const [sums] = await query<{ cameIn: string; went: string }>(
    db,
    sql`select (select coalesce(sum(amount), 0) from receipts)::text as "cameIn",
      ((select coalesce(sum(balance), 0) - coalesce(sum(owed), 0) from wallets)
        + (select coalesce(sum(refunded), 0) from payments)
        + (select coalesce(sum(amount), 0) from chargebacks where state = 'taken')
        + (select coalesce(sum(case direction when 'credit' then amount else -amount end), 0) from ledger_entries
            where account in ('revenue', 'revenue:proration', 'expense:write_off')))::text as went`,
  )
  expect(sums?.went).toBe(sums?.cameIn)
}

test('whatever a payer, their bank, a gateway and an operator do, all money is somewhere', async () => {
  const rare = branches(
    'refund done',
    'refund failed',
    'chargeback taken',
    'chargeback returned',
    'owed',
    'plan',
  )
  let done = 0
  let refused = 0
  const commands = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: topUp },
      { weight: 2, arbitrary: change },
      { weight: 6, arbitrary: pay },
      { weight: 2, arbitrary: duplicate },
      { weight: 2, arbitrary: refund },
      { weight: 2, arbitrary: chargeback },
      { weight: 3, arbitrary: passTime },
    ),
    { minLength: 10, maxLength: 30 },
  )
  await fc.assert(
    fc.asyncProperty(commands, async (course) => {
      const database = storage.database()
      await database.db.execute(sql`truncate ledger_transactions, ledger_entries, wallets, invoices,
        invoice_counters, payments, receipts, billing_movements, billing_notices, quotes, subscriptions, refunds,
        chargebacks, operator_actions`)
      const clock = new FakeClock()
      const gateway = new TestGateway()
      const seller = { name: '', address: '', taxCode: '', email: '' }
      const translator = loadTranslator(['errors', 'invoice-lines'], 'browser')
      const parties = { bank: null, gateways: [gateway], seller, appUrl: 'http://app.test' }
      const context = { database, clock, log, translator, ...parties }
      const state: Course = { context, clock, gateway, refs: [], webhooks: [] }
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
      for (const { met } of await query<{ met: Parameters<typeof rare.reach>[0] }>(
        database.db,
        sql`select 'refund ' || status as met from refunds union select 'chargeback ' || state from chargebacks
          union select 'owed' from wallets where owed > 0 union select 'plan' from subscriptions`,
      ))
        rare.reach(met)
    }),
    { numRuns: runs(15), verbose: 0 },
  )
  // A sequence in which everything is refused would test nothing.
  expect(done).toBeGreaterThan(refused)
  rare.expectAll()
})
