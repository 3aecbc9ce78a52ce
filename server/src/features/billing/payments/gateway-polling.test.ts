import { afterEach, expect, test, vi } from 'vitest'
import { AppError } from '../../../platform/app-error'
import { givenTrustedTime } from '../../../testing/clock'
import { moneyApp } from '../../../testing/money'
import { TestGateway } from '../../../testing/services/gateway'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const gateway = new TestGateway()
const { service, clock, people, call, ok, balanceOf, transactionOf, runJob } = moneyApp({}, undefined, [
  gateway,
])

afterEach(() => {
  gateway.isAway = false
  gateway.whileOpening = () => {}
  gateway.polled.length = 0
})

const open = async (amount: number): Promise<string> =>
  (await ok(people.an, 'POST', 'billing/transactions', { amount, paymentType: 'vnpay' })).transactionId

/** Advances the clock; gateways are polled once a minute. */
async function pass(minutes: number) {
  for (let minute = 0; minute < minutes; minute++) {
    clock.advance(MINUTE_MS)
    await runJob('billing-gateways')
  }
}

const timesOf = async (ref: string, minutes: number) => {
  const times: number[] = []
  for (let minute = 1; minute <= minutes; minute++) {
    await pass(1)
    if (gateway.polled.splice(0).includes(ref)) times.push(minute)
  }
  return times
}

test('a lost webhook: asked after 2, 5 and 15 minutes and at the end, then given up', async () => {
  const ref = await open(50_000)
  expect(await timesOf(ref, 40)).toEqual([2, 5, 15, 30])
  expect(await transactionOf(ref)).toMatchObject({ status: 'failure', statusDetail: { code: 'expired' } })
})

test('a clock that leaps ends nothing: it is asked for at once and again, also by the right clock', async () => {
  await givenTrustedTime(service.database(), clock.now())
  const ref = await open(50_000)
  const leapMs = 40 * 24 * HOUR_MS
  clock.advance(leapMs)
  expect(await timesOf(ref, 7)).toEqual([1, 4, 7])
  clock.advance(-leapMs)
  expect(await transactionOf(ref)).toMatchObject({ status: 'pending' })
  gateway.pay(ref, 50_000)
  expect(await timesOf(ref, 2)).toEqual([1])
  expect(await transactionOf(ref)).toMatchObject({ status: 'success', paid: 50_000 })
})

test('what the payer has paid is credited once, and nothing is asked any more', async () => {
  const ref = await open(50_000)
  gateway.pay(ref, 50_000)
  expect(await timesOf(ref, 40)).toEqual([2])
  expect(await transactionOf(ref)).toMatchObject({ status: 'success', paid: 50_000 })
  expect(await balanceOf(people.an)).toBe(50_000)
})

test('a payment that failed there fails here, with its reason', async () => {
  const ref = await open(50_000)
  gateway.say(ref, { state: 'failed', code: 'insufficient-funds' })
  expect(await timesOf(ref, 40)).toEqual([2])
  expect(await transactionOf(ref)).toMatchObject({
    status: 'failure',
    statusDetail: { code: 'insufficient-funds' },
  })
})

test('who gives up there comes back to a page of its own; what is paid all the same is credited once, and told', async () => {
  const urls: string[] = []
  gateway.whileOpening = ({ cancelUrl }) => urls.push(cancelUrl)
  const ref = await open(50_000)
  expect(urls).toEqual([expect.stringMatching(`/payment/return/vnpay\\?transactionId=${ref}&cancelled=1$`)])
  const path = `billing/transactions/${ref}`
  const again = await ok(people.an, 'POST', `${path}/open`)
  expect(again.payUrl).toBe(`https://gateway.test/${ref}`)
  const cancelled = { status: 'failure', statusDetail: { code: 'cancelled' } }
  expect(await ok(people.an, 'POST', `${path}/cancel`)).toMatchObject(cancelled)
  expect((await call(people.an, 'POST', `${path}/open`)).status).toBe(409)
  gateway.pay(ref, 50_000)
  await pass(6)
  expect(await transactionOf(ref)).toMatchObject({ status: 'success', paid: 50_000 })
  expect(await balanceOf(people.an)).toBe(50_000)
  const told = { kind: 'late-done', values: { amount: 50_000, payment: ref } }
  expect(await ok(people.an, 'GET', 'billing/notices')).toMatchObject([told])
})

test('a gateway that was away is asked again for its page by the payer', async () => {
  gateway.isAway = true
  const made = await call(people.an, 'POST', 'billing/transactions', { amount: 50_000, paymentType: 'vnpay' })
  expect(made.status).toBe(504)
  const [{ id, payment }] = await ok(people.an, 'GET', 'billing/transactions')
  expect(payment).toBe(null)
  gateway.isAway = false
  expect((await ok(people.an, 'POST', `billing/transactions/${id}/open`)).payUrl).toContain(id)
  clock.advance(31 * MINUTE_MS)
  expect((await call(people.an, 'POST', `billing/transactions/${id}/open`)).status).toBe(409)
})

test('other money than was asked for gives nobody anything', async () => {
  const ref = await open(50_000)
  gateway.pay(ref, 5_000)
  await pass(40)
  expect(await transactionOf(ref)).toMatchObject({ status: 'failure', paid: 0 })
  expect(await balanceOf(people.an)).toBe(0)
})

test('a gateway that is away ends nothing: it is asked until it answers', async () => {
  const ref = await open(50_000)
  gateway.pay(ref, 50_000)
  gateway.isAway = true
  await pass(60)
  expect(await transactionOf(ref)).toMatchObject({ status: 'pending' })
  gateway.isAway = false
  await pass(3)
  expect(await transactionOf(ref)).toMatchObject({ status: 'success' })
})

test('a gateway that stays away for a day after the end is given up', async () => {
  const ref = await open(50_000)
  gateway.isAway = true
  clock.advance(24 * HOUR_MS)
  await runJob('billing-gateways')
  expect((await transactionOf(ref)).status).toBe('pending')
  clock.advance(31 * MINUTE_MS)
  await runJob('billing-gateways')
  expect((await transactionOf(ref)).status).toBe('failure')
})

test('several processes at once ask once for each payment', async () => {
  const refs = await Promise.all(Array.from({ length: 12 }, () => open(10_000)))
  clock.advance(2 * MINUTE_MS)
  await Promise.all(Array.from({ length: 4 }, () => runJob('billing-gateways')))
  expect(gateway.polled.toSorted()).toEqual(refs.toSorted())
})

test('a payer who is back asks at once, and often enough only', async () => {
  const ref = await open(50_000)
  const refresh = () => call(people.an, 'POST', `billing/transactions/${ref}/refresh`)
  expect((await refresh()).body.result).toMatchObject({ status: 'pending' })
  gateway.pay(ref, 50_000)
  const replies = await Promise.all(Array.from({ length: 10 }, refresh))
  expect(replies.map(({ body }) => body.result.status)).toContain('success')
  expect((await refresh()).body.result).toMatchObject({ status: 'success' })
  expect(await balanceOf(people.an)).toBe(50_000)
  const more = await Promise.all(Array.from({ length: 20 }, refresh))
  expect(more.map(({ status }) => status)).toContain(429)
})

test('nobody asks for the payment of somebody else, and a gateway that is away is no error', async () => {
  const ref = await open(50_000)
  const other = await service.signedIn()
  expect(await call(other, 'POST', `billing/transactions/${ref}/refresh`)).toMatchObject({ status: 404 })
  expect(gateway.polled).toEqual([])
  gateway.isAway = true
  const reply = await call(people.an, 'POST', `billing/transactions/${ref}/refresh`)
  expect(reply).toMatchObject({ status: 200, body: { result: { id: ref, status: 'pending' } } })
})

test('what a gateway answered while the database was away is kept, and the call that is made again gets it', async () => {
  const payment = { amount: 50_000, paymentType: 'vnpay' }
  const send = () => call(people.an, 'POST', 'billing/transactions', payment, 'the-same-call')
  const opened: string[] = []
  gateway.whileOpening = ({ payment: { ref } }) => {
    opened.push(ref)
    vi.spyOn(service.database().db, 'update').mockImplementationOnce(() => {
      throw new AppError('ServiceUnavailable')
    })
  }
  expect((await send()).status).toBe(503)
  await expect
    .poll(send, { timeout: 60_000 })
    .toMatchObject({ status: 200, body: { result: { payUrl: `https://gateway.test/${opened[0]}` } } })
  expect(opened).toHaveLength(1)
})
