import { isFreePlan } from '@scanleaf/shared'
import { beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../../platform/logging'
import { type Person, testApp } from '../../../testing/app'
import { aDynamicCode, codesOf } from '../../user-codes/testing'
import { findOpenInvoices } from '../invoices/repository'
import { post, transfer } from '../ledger/ledger'
import { findWallet } from '../ledger/repository'
import { lockAccount } from '../locked-account-repository'
import { findSubscription } from '../subscription-repository'
import { givenPlan, givenSubscription } from '../testing'
import { payOpenInvoices } from './pay-open-invoices'
import { renewAll } from './renewals'

const given = testApp({ BILLING: 'on' })
const log = createLog('silent')

const DAY_MS = 86_400_000
const INFO = '/gateway/api/billing/subscriptions/info'
const PRICE = 99_000n
const QUOTA = 2

let person: Person
/** When the period that runs at first ends. */
let endAt: Date
let deposits = 0

beforeEach(async () => {
  person = await given.signedIn()
  endAt = new Date(given.clock.now().getTime() + 30 * DAY_MS)
  await givenPlan(given.database(), 'small', { addons: { 'dynamic-code-storage': QUOTA }, price: PRICE })
  await begin({})
})

async function begin(more: Partial<Parameters<typeof givenSubscription>[1]>) {
  const period = { startAt: given.clock.now(), endAt, price: PRICE, paid: PRICE }
  await givenSubscription(given.database(), { userId: person.id, plan: 'small', ...period, ...more })
}

const days = (count: number) => given.clock.advance(count * DAY_MS)
const renew = () => renewAll({ database: given.database(), clock: given.clock, log })
const later = (start: Date, count: number) => new Date(start.getTime() + count * DAY_MS)
const subscription = () => findSubscription(given.database().db, person.id)
const wallet = () => findWallet(given.database().db, person.id)
const openInvoices = () => findOpenInvoices(given.database().db, person.id)
/** Sessions end sooner than periods. */
const now = async () => given.as(await given.signInAgain(person))
const codes = async () => codesOf(given, await given.signInAgain(person))
const create = async () => (await codes()).call('POST', '', aDynamicCode())

/** Money arrives; the outstanding balance is settled, as with every payment. */
async function deposit(amount: bigint) {
  await given.database().transaction(async (tx) => {
    const account = await lockAccount(tx, person.id, given.clock.now())
    const entries = transfer('clearing:bank', account.wallet, amount)
    await post(account, { key: `test-deposit:${person.id}:${++deposits}`, type: 'receipt', entries })
    await payOpenInvoices(account)
  })
}

async function notificationRows(): Promise<{ id: string; kind: string; values: Record<string, unknown> }[]> {
  const reply = await (await now()).inject({ url: '/gateway/api/billing/notices' })
  return reply.json().result
}
const told = async () => (await notificationRows()).map(({ kind }) => kind)

/** From three days after its end to the end of the grace, until whose last moment it is only pending. */
async function passGrace(): Promise<void> {
  given.clock.advance(4 * DAY_MS - 1)
  await renew()
  expect((await subscription())?.status).toBe('pending')
  given.clock.advance(1)
  await renew()
  expect((await subscription())?.status).toBe('past-due')
}

describe('at the end of a period', () => {
  test('a wallet that covers it pays, once however often the job runs', async () => {
    await deposit(250_000n)
    days(30)
    await Promise.all([renew(), renew(), renew()])
    await renew()
    expect(await subscription()).toMatchObject({ status: 'active', endAt: later(endAt, 30), paid: PRICE })
    expect(await wallet()).toEqual({ balance: 250_000n - PRICE, owed: 0n })
    expect(await told()).toEqual([])
  })

  test('a moment before nothing is asked for', async () => {
    given.clock.advance(30 * DAY_MS - 1)
    await renew()
    expect(await subscription()).toMatchObject({ status: 'active', endAt })
    expect(await openInvoices()).toEqual([])
  })

  test('a year costs ten months', async () => {
    await begin({ packagePayment: 'year' })
    await deposit(PRICE * 10n)
    days(30)
    await renew()
    expect(await subscription()).toMatchObject({ endAt: later(endAt, 365), paid: PRICE * 10n })
    expect(await wallet()).toEqual({ balance: 0n, owed: 0n })
  })

  test('several periods that passed unseen are paid one after the other', async () => {
    await deposit(PRICE * 2n)
    days(30 + 30 + 1)
    await renew()
    expect(await subscription()).toMatchObject({ status: 'active', endAt: later(endAt, 60) })
    expect((await wallet()).balance).toBe(0n)
  })

  test('codes above the quota cost what the plan says', async () => {
    for (let made = 0; made < QUOTA; made++) expect((await create()).statusCode).toBe(201)
    const smaller = { addons: { 'dynamic-code-storage': 0 }, price: PRICE, overLimitPrice: 500n }
    await givenPlan(given.database(), 'small', smaller)
    days(30)
    await renew()
    const invoices = await openInvoices()
    expect(invoices.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['renewal', PRICE],
      ['over_limit', 500n * BigInt(QUOTA)],
    ])
    expect((await wallet()).owed).toBe(PRICE + 1000n)
    // Whole ones, the oldest first: what pays the smaller one pays neither.
    await deposit(PRICE - 1n)
    expect(await wallet()).toEqual({ balance: PRICE - 1n, owed: PRICE + 1000n })
    await deposit(1001n)
    expect(await wallet()).toEqual({ balance: 0n, owed: 0n })
  })

  test('codes above the quota of a plan that asks nothing for them are no invoice', async () => {
    for (let made = 0; made < QUOTA; made++) expect((await create()).statusCode).toBe(201)
    await givenPlan(given.database(), 'small', { addons: { 'dynamic-code-storage': 0 }, price: PRICE })
    days(30)
    await renew()
    expect((await openInvoices()).map(({ kind }) => kind)).toEqual(['renewal'])
  })
})

describe('a subscription that is not paid', () => {
  test('is told before, waits seven days, then nothing new can be made, then it is free', async () => {
    const code = (await create()).json().result
    days(27)
    await renew()
    expect(await told()).toEqual(['ends-soon'])
    days(3)
    await renew()
    expect(await subscription()).toMatchObject({ status: 'pending', endAt })
    expect(await wallet()).toEqual({ balance: 0n, owed: PRICE })
    expect(await told()).toEqual(['ended'])
    expect((await create()).statusCode).toBe(201)
    days(3)
    await renew()
    await renew()
    expect(await told()).toEqual(['ended', 'grace-half'])
    await passGrace()
    expect(await told()).toEqual(['past-due'])
    expect((await create()).json().error.code).toBe('PurchaseFailure')
    await (await codes()).read(code.id)
    days(30)
    await renew()
    const free = await subscription()
    expect(isFreePlan(free?.plan ?? '')).toBe(true)
    expect(free).toMatchObject({ status: 'active', endAt: null, price: 0n, paid: 0n })
    expect(await wallet()).toEqual({ balance: 0n, owed: 0n })
    expect(await told()).toEqual(['returned-to-free'])
    expect((await create()).statusCode).toBe(201)
  })

  test('is free by the month, also after a year', async () => {
    await begin({ packagePayment: 'year' })
    const info = async () => (await (await now()).inject({ url: INFO })).json().result
    expect(await info()).toMatchObject({ plan: 'small', packagePayment: 'year' })
    for (const count of [30, 7, 30]) {
      days(count)
      await renew()
    }
    expect(await info()).toMatchObject({ plan: 'free', packagePayment: 'month', outstandingBalance: 0 })
  })

  test('goes on where it ended when it is paid while it waits', async () => {
    days(33)
    await renew()
    await deposit(PRICE)
    expect(await subscription()).toMatchObject({ status: 'active', endAt: later(endAt, 30) })
    expect(await wallet()).toEqual({ balance: 0n, owed: 0n })
    expect(await told()).toEqual([])
  })

  test('begins anew when it is paid past due', async () => {
    days(30)
    await renew()
    days(10)
    await renew()
    expect((await subscription())?.status).toBe('past-due')
    await deposit(PRICE)
    expect(await subscription()).toMatchObject({ status: 'active', endAt: later(given.clock.now(), 30) })
    expect((await create()).statusCode).toBe(201)
  })

  test('keeps all of its grace when it was asked for late, because the server was off or doubted its clock', async () => {
    days(30 + 40)
    const asked = given.clock.now()
    await renew()
    await renew()
    expect((await subscription())?.status).toBe('pending')
    expect((await notificationRows()).find(({ kind }) => kind === 'ended')?.values).toMatchObject({
      blockedAt: later(asked, 7).toISOString(),
    })
    given.clock.advance(7 * DAY_MS - 1)
    await renew()
    expect((await subscription())?.status).toBe('pending')
    given.clock.advance(1)
    await renew()
    expect((await subscription())?.status).toBe('past-due')
    days(30)
    await renew()
    expect(await subscription()).toMatchObject({ status: 'active', endAt: null })
  })

  test.each([
    ['less than a day', DAY_MS - 1, 7 * DAY_MS - (DAY_MS - 1)],
    ['a day', DAY_MS, 7 * DAY_MS],
  ])('that was asked for %s late waits from the one or the other', async (_, lateMs, leftMs) => {
    days(30)
    given.clock.advance(lateMs)
    await renew()
    given.clock.advance(leftMs - 1)
    await renew()
    expect((await subscription())?.status).toBe('pending')
    given.clock.advance(1)
    await renew()
    expect((await subscription())?.status).toBe('past-due')
  })

  test('is not helped by a part of what it owes', async () => {
    days(30)
    await renew()
    await deposit(PRICE - 1n)
    expect((await subscription())?.status).toBe('pending')
    await deposit(1n)
    expect((await subscription())?.status).toBe('active')
  })
})

describe('notices', () => {
  test('are closed by whom they are for, and only by them', async () => {
    days(27)
    await renew()
    const [notification] = await notificationRows()
    expect(notification?.values).toEqual({
      plan: 'small',
      endAt: endAt.toISOString(),
      blockedAt: later(endAt, 7).toISOString(),
    })
    const url = `/gateway/api/billing/notices/${notification?.id}/close`
    const stranger = await given.signedIn()
    expect((await given.as(stranger).inject({ method: 'POST', url })).statusCode).toBe(404)
    expect((await given.as(stranger).inject({ url: '/gateway/api/billing/notices' })).json().result).toEqual(
      [],
    )
    expect((await (await now()).inject({ method: 'POST', url })).json().result).toEqual({
      id: notification?.id,
    })
    await renew()
    expect(await notificationRows()).toEqual([])
  })
})

test('a period of an account that is leaving ends without an invoice, a debt or money from the wallet', async () => {
  await deposit(PRICE)
  const left = await given
    .as(person)
    .inject({ method: 'DELETE', url: '/identity/users/profile', payload: {} })
  expect(left.statusCode).toBe(200)
  const preview = await given.as(person).inject({ url: '/identity/users/profile/deletion' })
  expect(preview.json().result).toMatchObject({ balance: Number(PRICE), planEndsAt: endAt.toISOString() })
  days(28)
  await renew()
  days(2)
  await renew()
  expect(await subscription()).toMatchObject({ plan: 'free', status: 'active', endAt: null })
  expect(await openInvoices()).toEqual([])
  expect(await wallet()).toMatchObject({ balance: PRICE, owed: 0n })
  expect(await told()).toEqual([])
})

test('an account that decides to leave in its grace has the rest of it, without a reminder, and owes what it owed', async () => {
  days(30)
  await renew()
  const leaving = { method: 'DELETE', url: '/identity/users/profile', payload: {} } as const
  expect((await (await now()).inject(leaving)).statusCode).toBe(200)
  days(3)
  await renew()
  expect(await told()).toEqual(['ended'])
  await passGrace()
  expect(await wallet()).toEqual({ balance: 0n, owed: PRICE })
})
