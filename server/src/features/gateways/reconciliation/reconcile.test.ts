import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { moneyApp } from '../../../testing/money'
import { TestGateway } from '../../../testing/services/gateway'
import { gatewayWebhooks } from '../table'
import { insertWebhook } from '../webhooks/repository'

const HOUR_MS = 3_600_000
const gateway = new TestGateway()
const { service, clock, people, call, ok, balanceOf, record, runJob } = moneyApp(
  { SEPAY_SECRET: 'whsec' },
  undefined,
  [gateway],
)

afterEach(() => {
  gateway.isAway = false
})

const open = async (amount: number): Promise<string> =>
  (await ok(people.an, 'POST', 'billing/transactions', { amount, paymentType: 'vnpay' })).transactionId

async function paid(amount: number) {
  const ref = await open(amount)
  gateway.pay(ref, amount)
  await ok(people.an, 'POST', `billing/transactions/${ref}/refresh`)
  return ref
}

interface Row {
  provider: string
  compared: number
  findings: { subject: string }[]
}

/** The findings of a night for the given payments; others of this file are ignored. */
async function findings(...refs: string[]) {
  clock.advance(HOUR_MS)
  const rows: Row[] = await ok(people.operator, 'POST', 'admin/billing/reconciliations')
  const row = rows.find(({ provider }) => provider === 'test')
  return row?.findings.filter(({ subject }) => refs.includes(subject))
}

test('books that agree leave nothing to find', async () => {
  const refs = [await paid(50_000), await open(20_000)]
  expect(await findings(...refs)).toEqual([])
})

test('missing here: the money is taken in, and the operator told', async () => {
  const ref = await open(50_000)
  gateway.pay(ref, 50_000)
  expect(await findings(ref)).toEqual([{ drift: 'missing-here', subject: ref, here: 0, there: 50_000 }])
  expect(await balanceOf(people.an)).toBe(50_000)
  expect(await findings(ref)).toEqual([])
})

test('missing there, another amount, and a gateway that is away', async () => {
  const gone = await paid(50_000)
  gateway.say(gone, { state: 'unknown' })
  const other = await open(50_000)
  gateway.pay(other, 5_000)
  const found = await findings(gone, other)
  expect(found).toContainEqual({ drift: 'missing-there', subject: gone, here: 50_000, there: 0 })
  expect(found).toContainEqual({ drift: 'different-amount', subject: other, here: 50_000, there: 5_000 })
  gateway.isAway = true
  expect(await findings(other)).toEqual([{ drift: 'not-asked', subject: other, here: 0, there: 0 }])
})

test('transfers of the bank are compared with the ledger', async () => {
  await record('nobody’s', 30_000)
  clock.advance(HOUR_MS)
  const rows: Row[] = await ok(people.operator, 'POST', 'admin/billing/reconciliations')
  const bank = rows.find(({ provider }) => provider === 'bank')
  expect(bank?.compared).toBeGreaterThan(0)
  expect(bank?.findings).toEqual([])
  expect(rows.map(({ provider }) => provider)).toEqual(['test', 'bank', 'sepay', 'casso', 'payos'])
})

test('a night is one row for each provider, however often the program starts', async () => {
  const count = async () =>
    (await call(people.operator, 'GET', 'admin/billing/reconciliations')).body.meta.total as number
  const before = await count()
  clock.advance(21 * HOUR_MS)
  people.operator = await service.signInAgain(people.operator)
  for (const _ of [1, 2, 3]) await runJob('gateway-reconciliation')
  expect(await count()).toBe(before + 5)
})

test('operators read the webhooks; after ninety days of the database they are forgotten', async () => {
  const { db } = service.database()
  const at = new Date()
  await insertWebhook(db, { at, provider: 'momo', headers: 'signature: ***', body: '{"a":1}' })
  await insertWebhook(db, { at, provider: 'sepay', headers: '', body: '' })
  const read = async (query: string) =>
    (await call(people.operator, 'GET', `admin/billing/notices?${query}`)).body.result
  expect(await read('provider=momo')).toMatchObject([
    { provider: 'momo', outcome: 'received', headers: 'signature: ***', body: '{"a":1}' },
  ])
  expect(await read('outcome=applied')).toEqual([])
  for (const path of ['notices', 'reconciliations'])
    expect(await call(people.an, 'GET', `admin/billing/${path}`)).toMatchObject({ status: 403 })
  await db
    .update(gatewayWebhooks)
    .set({ at: sql`now() - interval '91 days'` })
    .where(eq(gatewayWebhooks.provider, 'momo'))
  // The clock of this machine is wrong.
  clock.advance(200 * 86_400_000)
  await runJob('gateway-notices')
  people.operator = await service.signInAgain(people.operator)
  expect(await read('')).toMatchObject([{ provider: 'sepay' }])
})

test('a flood of what nobody signed fills no log, and is told to stop', async () => {
  const flooding = moneyless('192.0.2.1')
  const statuses: number[] = []
  for (let i = 0; i < 70; i++) statuses.push(await flooding())
  expect(statuses.filter((status) => status === 401)).toHaveLength(60)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
})

const moneyless = (remoteAddress: string) => async () =>
  (await service.inject({ method: 'POST', url: '/webhooks/sepay', remoteAddress, payload: { id: 1 } }))
    .statusCode
