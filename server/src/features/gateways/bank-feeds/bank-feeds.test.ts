import { cassoSimulator, type FeedSimulator, payosSimulator, sepaySimulator } from '@scanleaf/simulators'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPublicAddress } from '../../../testing/front-door'
import { moneyApp } from '../../../testing/money'
import { gatewayWebhooks } from '../table'

const DAY_MS = 86_400_000
const OURS = '123456789'
const door = await openPublicAddress()
const settings = {
  SEPAY_SECRET: 'whsec_test',
  SEPAY_API_KEY: 'key-that-counts-for-nothing',
  CASSO_CHECKSUM_KEY: 'casso-key',
  CASSO_SECURE_TOKEN: 'casso-token',
  PAYOS_CHECKSUM_KEY: 'payos-key',
}
const money = moneyApp(settings, door)
const { service, clock, people, call, ok, balanceOf, subscriptionOf, change, topUp, transactionOf } = money
const { confirm, given, inDays } = money

const NAMES = ['sepay', 'casso', 'casso-v1', 'payos'] as const
const feeds = {} as Record<(typeof NAMES)[number], FeedSimulator>
beforeAll(async () => {
  const to = (path: string) => ({ webhookUrl: `${door.url}/webhooks/${path}`, accountNumber: OURS, clock })
  feeds.sepay = await sepaySimulator({ ...to('sepay'), secret: 'whsec_test' })
  feeds.casso = await cassoSimulator({ ...to('casso'), checksumKey: 'casso-key' })
  feeds['casso-v1'] = await cassoSimulator({ ...to('casso'), secureToken: 'casso-token' })
  feeds.payos = await payosSimulator({ ...to('payos'), checksumKey: 'payos-key' })
})
afterAll(async () => {
  for (const feed of Object.values(feeds)) await feed.close()
})

/** Different in every test, since the feeds keep counting. */
let lines = 0
const reference = () => `FT${++lines}`

const outcomes = async () => {
  const rows = await service.database().db.select().from(gatewayWebhooks).orderBy(gatewayWebhooks.id)
  return rows.map(({ outcome }) => outcome)
}
const lastOutcome = async () => (await outcomes()).at(-1)
const unmatched = async () =>
  (await call(people.operator, 'GET', 'admin/billing/receipts')).body.result as { content: string }[]

describe.each(NAMES)('%s', (name) => {
  const deliver: FeedSimulator['deliver'] = (line, plan) =>
    feeds[name].deliver({ reference: reference(), ...line }, plan)

  test('a transfer with the reference in its text is credited', async () => {
    const { content } = await topUp(50_000)
    expect(await deliver({ amount: 50_000, content: `MBVCB.1234.${content}.CT tu NGUYEN VAN A` })).toEqual([
      [200],
    ])
    expect(await transactionOf(content)).toMatchObject({ status: 'success', paid: 50_000 })
    expect(await lastOutcome()).toBe('applied')
  })

  test('a reference with letters for its digits is the same, as its check symbol proves', async () => {
    const { content } = await topUp(50_000)
    await service.database().db.execute(sql`update payments set ref = 'QC00000017' where ref = ${content}`)
    expect(await deliver({ amount: 50_000, content: 'Ck QCO0oOOOl7 Nguyen Van A' })).toEqual([[200]])
    expect(await transactionOf('QC00000017')).toMatchObject({ status: 'success', paid: 50_000 })
    const { body } = await call(people.operator, 'GET', 'admin/billing/transfers?state=all&search=qcOOOo')
    expect(body.result).toMatchObject([{ id: 'QC00000017' }])
  })

  test('told twenty times at once it is credited once', async () => {
    const { content } = await topUp(50_000)
    const line = { amount: 50_000, content }
    const statuses = await deliver(line, { times: 20, atOnce: true })
    expect(new Set(statuses.flat())).toEqual(new Set([200]))
    expect(await balanceOf(people.an)).toBe(50_000)
  })

  test('what nobody signed is refused, and stands in nobody’s way', async () => {
    const { content } = await topUp(50_000)
    const line = { amount: 50_000, content, id: 7_000 + lines, reference: reference() }
    for (const fault of ['wrong-signature', 'no-signature'] as const)
      expect((await deliver(line, { fault })).flat()).toEqual(Array(5).fill(401))
    expect(await balanceOf(people.an)).toBe(0)
    expect(await lastOutcome()).toBe('refused')
    expect(await deliver(line)).toEqual([[200]])
    expect(await balanceOf(people.an)).toBe(50_000)
  })

  test('money that goes out, is nothing, or moves on another account is acknowledged and left alone', async () => {
    const { content } = await topUp(50_000)
    for (const line of [{ amount: -50_000 }, { amount: 0 }, { amount: 50_000, accountNumber: '987' }]) {
      expect(await deliver({ content, ...line })).toEqual([[200]])
      expect(await lastOutcome()).toBe('ignored')
    }
    expect(await balanceOf(people.an)).toBe(0)
    expect(await unmatched()).toEqual([])
  })

  test('an amount that no transfer has changes nothing; one beyond all that is asked for waits for an operator', async () => {
    const { content } = await topUp(50_000)
    for (const [amount, outcome] of [
      [50_000.5, 'wrong-money'],
      [2 ** 53, 'wrong-money'],
      [1_000_000_001, 'unmatched'],
    ] as const) {
      expect(await deliver({ amount, content })).toEqual([[200]])
      expect(await lastOutcome()).toBe(outcome)
    }
    expect(await balanceOf(people.an)).toBe(0)
    const [held] = (await unmatched()) as unknown as { id: string; amount: number }[]
    expect(held).toMatchObject({ amount: 1_000_000_001, content })
    await ok(people.operator, 'POST', `admin/billing/receipts/${held?.id}/refund`, { reason: 'a mistake' })
  })

  test('without a reference, or with several, it waits for an operator', async () => {
    const [first, second] = [await topUp(20_000), await topUp(20_000)]
    const unmatchedTexts = [`chuyen tien ${lines}`, `${first.content} ${second.content}`]
    for (const content of unmatchedTexts) {
      await deliver({ amount: 20_000, content })
      expect(await lastOutcome()).toBe('unmatched')
    }
    expect((await unmatched()).map(({ content }) => content)).toEqual(expect.arrayContaining(unmatchedTexts))
    expect(await balanceOf(people.an)).toBe(0)
    for (const { id } of (await unmatched()) as unknown as { id: string }[])
      await ok(people.operator, 'POST', `admin/billing/receipts/${id}/refund`, { reason: 'nobody’s' })
  })
})

describe('every case of payments §6.4', () => {
  const deliver: FeedSimulator['deliver'] = (line, plan) =>
    feeds.sepay.deliver({ reference: reference(), ...line }, plan)
  const wanted = async () => {
    await given(people.an, { plan: 'basic', price: 99_000, endAt: inDays(17) })
    return (await change('pro')).transactionId
  }

  test('as much as is due: the change is made', async () => {
    const ref = await wanted()
    await deliver({ amount: 56_667, content: ref })
    expect(await subscriptionOf(people.an)).toMatchObject({ plan: 'pro' })
    expect(await balanceOf(people.an)).toBe(0)
  })

  test('less: it waits for the rest, which may come in pieces', async () => {
    const ref = await wanted()
    await deliver({ amount: 50_000, content: ref })
    expect(await transactionOf(ref)).toMatchObject({ status: 'pending', payment: { amount: 6_667 } })
    await deliver({ amount: 6_000, content: ref })
    expect(await subscriptionOf(people.an)).toMatchObject({ plan: 'basic' })
    await deliver({ amount: 667, content: ref })
    expect(await subscriptionOf(people.an)).toMatchObject({ plan: 'pro' })
  })

  test('more: the rest stays in the wallet, and so does a second transfer', async () => {
    const ref = await wanted()
    await deliver({ amount: 60_000, content: ref })
    expect(await balanceOf(people.an)).toBe(3_333)
    await deliver({ amount: 56_667, content: ref })
    expect(await balanceOf(people.an)).toBe(60_000)
  })

  test('late: the change is made while it is covered, after thirty days no more', async () => {
    const ref = await wanted()
    clock.advance(2 * DAY_MS)
    await money.runJob('billing-expiry')
    await deliver({ amount: 56_667, content: ref })
    expect(await subscriptionOf(people.an)).toMatchObject({ plan: 'pro' })
    const second = await topUp(20_000)
    clock.advance(32 * DAY_MS)
    people.an = await service.signInAgain(people.an)
    await money.runJob('billing-expiry')
    await deliver({ amount: 20_000, content: second.content })
    expect(await transactionOf(second.transactionId)).toMatchObject({ status: 'success' })
  })

  test('the text of a bank: in small letters, cut by separators, behind its own words', async () => {
    const { content } = await topUp(90_000)
    const cut = `${content.slice(0, 4)}-${content.slice(4, 7)} ${content.slice(7)}`
    for (const text of [content.toLowerCase(), cut, `MBVCBĐƠN${content}`]) {
      await deliver({ amount: 30_000, content: text })
      expect(await lastOutcome()).toBe('applied')
    }
    expect(await balanceOf(people.an)).toBe(90_000)
  })

  test('the code that the feed found goes before the text', async () => {
    const [first, second] = [await topUp(20_000), await topUp(20_000)]
    await deliver({ amount: 20_000, content: second.content, code: first.content })
    expect(await transactionOf(first.transactionId)).toMatchObject({ status: 'success' })
    expect(await transactionOf(second.transactionId)).toMatchObject({ status: 'pending' })
  })
})

describe('one transfer of the bank counts once', () => {
  test('told by three feeds at once, and by an operator', async () => {
    const { content } = await topUp(50_000)
    const line = { amount: 50_000, content, reference: reference() }
    await Promise.all(Object.values(feeds).map((feed) => feed.deliver(line)))
    expect(await balanceOf(people.an)).toBe(50_000)
    const body = { amount: 50_000, bankReference: line.reference.toLowerCase(), reason: 'seen' }
    const again = call(people.operator, 'POST', `admin/billing/transfers/${content}/confirm`, body)
    expect(await again).toMatchObject({ status: 409 })
    expect(await balanceOf(people.an)).toBe(50_000)
  })

  test('confirmed by an operator before the feed tells of it', async () => {
    const { content } = await topUp(50_000)
    const shared = reference()
    await confirm(content, 50_000, shared)
    await feeds.payos.deliver({ amount: 50_000, content, reference: shared })
    expect(await lastOutcome()).toBe('repeated')
    expect(await balanceOf(people.an)).toBe(50_000)
  })

  test('two events of one feed are two transfers, though the bank numbers them alike', async () => {
    const { content } = await topUp(50_000)
    const shared = reference()
    for (const _ of [1, 2]) await feeds.sepay.deliver({ amount: 25_000, content, reference: shared })
    expect(await balanceOf(people.an)).toBe(50_000)
  })
})

test('trials of the feeds are acknowledged', async () => {
  const { content } = await topUp(50_000)
  for (const feed of [feeds.casso, feeds['casso-v1']])
    expect(await feed.deliver({ id: 0, amount: 50_000, content })).toEqual([[200]])
  expect(
    await feeds.payos.deliver({ amount: 3_000, content: 'VQRIO123', accountNumber: '12345678' }),
  ).toEqual([[200]])
  expect(await balanceOf(people.an)).toBe(0)
})

test('a stale signature and a key that is no proof are refused', async () => {
  const { content } = await topUp(50_000)
  expect((await feeds.sepay.deliver({ amount: 50_000, content }, { fault: 'stale' })).flat()).toContain(401)
  const byKey = await sepaySimulator({
    webhookUrl: `${door.url}/webhooks/sepay`,
    accountNumber: OURS,
    apiKey: 'key-that-counts-for-nothing',
  })
  expect((await byKey.deliver({ amount: 50_000, content })).flat()).toEqual(Array(5).fill(401))
  await byKey.close()
  expect(await balanceOf(people.an)).toBe(0)
})

test('whatever is sent, nothing fails in us', async () => {
  const bodies = [
    '',
    '{',
    'null',
    '[]',
    '{"data":[]}',
    '['.repeat(30_000),
    '{"__proto__":{}}',
    '\0',
    '{"data":{"id":1}}',
  ]
  for (const url of ['sepay', 'casso', 'payos'])
    for (const payload of bodies) {
      const headers = { 'content-type': 'application/json', 'secure-token': 'casso-token' }
      const reply = await service.inject({ method: 'POST', url: `/webhooks/${url}`, payload, headers })
      expect(reply.statusCode, `${url} ${payload.slice(0, 20)}`).toBeLessThan(500)
    }
})
