import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ledgerEntries, ledgerTransactions } from '../../billing/ledger/ledger-table'
import { payments } from '../../billing/table'
import { paypalApp } from './testing'

const { paypal, pay, orderOf, people, service, call, ok, balanceOf, transactionOf, outcomesOf } =
  await paypalApp()

test('the whole way: opened, approved, captured, told of, in the history, in the wallet', async () => {
  const order = await pay(199_000, { language: 'en' })
  const { id, purchase_units } = orderOf(order)
  expect(purchase_units[0]).toMatchObject({
    reference_id: order.transactionId,
    invoice_id: order.transactionId,
    amount: { currency_code: 'USD', value: '8.65' },
  })
  expect(await transactionOf(order.transactionId)).toMatchObject({ status: 'pending', payment: order })

  const returnsTo = new URL(await paypal.visit(id))
  expect(returnsTo.pathname).toBe('/payment/return/paypal')
  expect(Object.fromEntries(returnsTo.searchParams)).toMatchObject({
    transactionId: order.transactionId,
    token: id,
  })
  expect(paypal.deliveries.toSorted((a, b) => a.type.localeCompare(b.type))).toEqual([
    { type: 'CHECKOUT.ORDER.APPROVED', statuses: [200] },
    { type: 'PAYMENT.CAPTURE.COMPLETED', statuses: [200] },
  ])
  expect(await balanceOf(people.an)).toBe(199_000)
  const { result } = (await call(people.an, 'GET', 'billing/transactions?lang=en')).body
  expect(result).toMatchObject([
    { id: order.transactionId, type: 'topup', amount: 199_000, status: 'success', paymentType: 'paypal' },
  ])
})

test.each([
  [99_000, '4.30', 98_900],
  [113_333, '4.93', 113_390],
  [199_000, '8.65', 198_950],
  [230_000, '10.00', 230_000],
  [499_000, '21.70', 499_100],
  [1_990_000, '86.52', 1_989_960],
])('%i VND are %s USD: the payer gets the VND, and the rest is rounding', async (amount, value, worth) => {
  const order = await pay(amount)
  expect(orderOf(order).purchase_units[0].amount.value).toBe(value)
  await paypal.visit(orderOf(order).id)
  expect(await balanceOf(people.an)).toBe(amount)
  expect(await entriesOf(order.transactionId)).toEqual({
    'clearing:paypal': BigInt(worth),
    [`wallet:${people.an.id}`]: BigInt(-amount),
    ...(worth !== amount && { fx_rounding: BigInt(amount - worth) }),
  })
})

/** The ledger entries of a payment, by account; debits above zero. */
async function entriesOf(ref: string): Promise<Record<string, bigint>> {
  const rows = await service
    .database()
    .db.select({ entry: ledgerEntries })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .innerJoin(payments, eq(payments.id, ledgerTransactions.paymentId))
    .where(eq(payments.ref, ref))
  const sums: Record<string, bigint> = {}
  for (const { entry } of rows)
    sums[entry.account] =
      (sums[entry.account] ?? 0n) + (entry.direction === 'debit' ? entry.amount : -entry.amount)
  return sums
}

test.each([22_999, 230_000_001])('%i VND are outside of what PayPal takes', async (amount) => {
  const { status, body } = await call(people.an, 'POST', 'billing/transactions', {
    amount,
    paymentType: 'paypal',
  })
  expect([status, body.error.code]).toEqual([422, 'invalid-amount'])
})

describe('what becomes of a payment', () => {
  test('cancelled by the payer: nothing is captured', async () => {
    const order = await pay(30_000)
    paypal.plan({ outcome: 'cancel' })
    await paypal.visit(orderOf(order).id)
    await ok(people.an, 'POST', `billing/transactions/${order.transactionId}/refresh`)
    expect(await transactionOf(order.transactionId)).toMatchObject({ status: 'pending' })
  })

  test('cancelled here and approved there: no money is taken', async () => {
    const order = await pay(30_000)
    await ok(people.an, 'POST', `billing/transactions/${order.transactionId}/cancel`)
    const { id } = orderOf(order)
    await paypal.visit(id)
    expect(await outcomesOf(order.transactionId)).toEqual(['ignored'])
    expect(orderOf(order).status).toBe('APPROVED')
    expect(await transactionOf(order.transactionId)).toMatchObject({ statusDetail: { code: 'cancelled' } })
  })

  test('declined when it is captured', async () => {
    const order = await pay(30_000)
    paypal.plan({ outcome: 'failure' })
    await paypal.visit(orderOf(order).id)
    expect(await transactionOf(order.transactionId)).toMatchObject({
      status: 'failure',
      statusDetail: { code: 'declined' },
    })
  })

  test.each([
    [true, 30_000, 'success'],
    [false, 0, 'failure'],
  ])('a capture that waits, and is paid: %s', async (isPaid, balance, status) => {
    const order = await pay(30_000)
    const { id } = orderOf(order)
    paypal.plan({ outcome: 'pending' })
    await paypal.visit(id)
    expect(await transactionOf(order.transactionId)).toMatchObject({ status: 'pending' })
    await paypal.settle(id, isPaid)
    expect(await transactionOf(order.transactionId)).toMatchObject({ status })
    expect(await balanceOf(people.an)).toBe(balance)
  })

  test('the payer is back before any webhook: the poll captures', async () => {
    const order = await pay(30_000)
    paypal.plan({ webhook: { times: 0 } })
    await paypal.visit(orderOf(order).id)
    expect(await balanceOf(people.an)).toBe(0)
    await ok(people.an, 'POST', `billing/transactions/${order.transactionId}/refresh`)
    expect(await transactionOf(order.transactionId)).toMatchObject({ status: 'success' })
    expect(await balanceOf(people.an)).toBe(30_000)
  })
})

test('a whole refund takes out of the account what came into it', async () => {
  const order = await pay(199_000)
  await paypal.visit(orderOf(order).id)
  const refund = { amount: 199_000, reason: 'asked for' }
  await ok(people.operator, 'POST', `admin/billing/transfers/${order.transactionId}/refund`, refund)
  await paypal.settled()
  const entries = await entriesOf(order.transactionId)
  expect(Object.values(entries).every((sum) => sum === 0n)).toBe(true)
  const refunds = await ok(people.operator, 'GET', `admin/billing/transfers/${order.transactionId}/refunds`)
  expect(refunds).toMatchObject([{ status: 'done', amount: 199_000 }])
})

test('parts of a refund never make more than the whole', async () => {
  const order = await pay(199_000)
  await paypal.visit(orderOf(order).id)
  for (const amount of [66_333, 66_333, 66_334])
    await ok(people.operator, 'POST', `admin/billing/transfers/${order.transactionId}/refund`, {
      amount,
      reason: 'a part',
    })
  const refunds = await ok(people.operator, 'GET', `admin/billing/transfers/${order.transactionId}/refunds`)
  expect(refunds.map(({ status }: { status: string }) => status)).toEqual(['done', 'done', 'done'])
  await paypal.settled()
})
