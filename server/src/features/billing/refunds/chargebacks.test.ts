import { expect, test } from 'vitest'
import { moneyApp } from '../../../testing/money'
import { findPaymentsByRef } from '../payments/repository'
import { applyChargeback, reverseChargeback } from './chargebacks'

const DAY_MS = 86_400_000
const { service, clock, people, call, balanceOf, subscriptionOf, change, topUp, confirm, runJob } = moneyApp()

/** A payment of which the payer's bank can take money. */
async function paid(amount: number) {
  const { transactionId } = await topUp(amount)
  await confirm(transactionId, amount)
  return transactionId
}

async function disputeOf(ref: string, amount: bigint, disputeId = `dp-${ref}`) {
  const [payment] = await findPaymentsByRef(service.database().db, [ref])
  if (!payment) throw new Error('no payment')
  return { provider: 'stripe', disputeId, payment, amount }
}

async function take(...args: Parameters<typeof disputeOf>) {
  const dispute = await disputeOf(...args)
  return service.database().transaction((tx) => applyChargeback(tx, dispute, clock.now()))
}

async function giveBack(...args: Parameters<typeof disputeOf>) {
  const dispute = await disputeOf(...args)
  return service.database().transaction((tx) => reverseChargeback(tx, dispute, clock.now()))
}

const owed = async () => (await subscriptionOf(people.an)).outstandingBalance

test('money that was spent is owed, by an invoice, and no wallet falls below zero', async () => {
  const ref = await paid(99_000)
  await change('basic', { paymentType: 'wallet' })
  clock.advance(1_000)
  expect(await take(ref, 99_000n)).toBe('applied')
  expect(await balanceOf(people.an)).toBe(0)
  expect(await owed()).toBe(99_000)
  const { result } = (await call(people.an, 'GET', 'billing/transactions?lang=en')).body
  expect(result[0]).toMatchObject({ type: 'chargeback', status: 'pending', amount: 99_000 })
  expect(result[0].invoiceDetails[0].items[0].description).toBe(`Chargeback of payment ${ref}`)
})

test('money that still lies in the wallet is taken out of it', async () => {
  const ref = await paid(99_000)
  expect(await take(ref, 99_000n)).toBe('applied')
  expect([await balanceOf(people.an), await owed()]).toEqual([0, 0])
})

test('a dispute takes once, however often and by how many it is told', async () => {
  const ref = await paid(50_000)
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => take(ref, 50_000n)))
  expect(outcomes.sort()).toEqual(['applied', ...Array(9).fill('repeated')])
  expect(await take(ref, 50_000n, 'another')).toBe('wrong-money')
  expect(await take(await paid(20_000), 20_001n)).toBe('wrong-money')
})

test('a dispute that is won: an open debt is void, a paid one is given back, once', async () => {
  const ref = await paid(99_000)
  await change('basic', { paymentType: 'wallet' })
  await take(ref, 99_000n)
  expect(await giveBack(ref, 98_000n)).toBe('wrong-money')
  expect(await giveBack(ref, 99_000n)).toBe('applied')
  expect([await balanceOf(people.an), await owed()]).toEqual([0, 0])

  const second = await paid(30_000)
  await take(second, 30_000n)
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => giveBack(second, 30_000n)))
  expect(outcomes.sort()).toEqual(['applied', ...Array(4).fill('repeated')])
  expect(await balanceOf(people.an)).toBe(30_000)
  expect(await giveBack(second, 30_000n, 'unknown')).toBe('ignored')
})

test('the next money pays the debt; the return to the free plan does not forgive it', async () => {
  const ref = await paid(99_000)
  await change('basic', { paymentType: 'wallet' })
  await take(ref, 99_000n)
  // The renewal is asked for, then past due, then written off.
  for (const days of [30, 7, 30]) {
    clock.advance(days * DAY_MS)
    await runJob('billing-renewals')
  }
  people.an = await service.signInAgain(people.an)
  people.operator = await service.signInAgain(people.operator)
  expect(await subscriptionOf(people.an)).toMatchObject({ plan: 'free', outstandingBalance: 99_000 })
  await paid(100_000)
  expect([await balanceOf(people.an), await owed()]).toEqual([1_000, 0])
})
