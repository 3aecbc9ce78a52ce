import { expect, test } from 'vitest'
import { moneyApp } from '../../../testing/money'

const DAY_MS = 86_400_000
const {
  clock,
  people,
  call,
  ok,
  balanceOf,
  subscriptionOf,
  change,
  topUp,
  transactionOf,
  confirm,
  record,
  given,
  runJob,
  inDays,
} = moneyApp()

test('a change without a payment is one row of the history, and says to which plan', async () => {
  await given(people.an, { plan: 'pro', price: 199_000, endAt: inDays(17) })
  const down = await change('basic', { paymentType: 'wallet' })
  const rest = {
    type: 'credit',
    amount: 56_666,
    description: 'Credit for the unused part of the previous plan, changed to Basic',
  }
  const history = async () => (await call(people.an, 'GET', 'billing/transactions?lang=en')).body.result
  expect(await history()).toMatchObject([{ id: down.transactionId, ...rest }])
  await given(people.an, { plan: 'basic', price: 99_000, endAt: inDays(0.5) })
  clock.advance(1)
  const free = await change('free', { paymentType: 'wallet' })
  const moved = { type: 'plan_change', amount: 0, description: 'Free plan', status: 'success' }
  expect(await history()).toMatchObject([{ id: free.transactionId, ...moved }, rest])
})

test.each([
  [99_000, { status: 'success', statusDetail: { code: 'success' } }],
  [0, { status: 'pending', statusDetail: { code: 'unpaid' } }],
])('a renewal says of which plan, and with %i in the wallet how it stands', async (wallet, stands) => {
  await given(people.an, { plan: 'basic', price: 99_000, endAt: inDays(0), wallet })
  await runJob('billing-renewals')
  const { result } = (await call(people.an, 'GET', 'billing/transactions?lang=en')).body
  const renewal = { type: 'renewal', amount: 99_000, description: 'Basic', reference: null, ...stands }
  expect(result).toMatchObject([renewal])
})

test('a refund names the payment that it gives back, and how that was paid', async () => {
  const { transactionId } = await topUp(60_000)
  await confirm(transactionId, 60_000)
  const order = { amount: 20_000, reason: 'asked for' }
  clock.advance(1)
  await ok(people.operator, 'POST', `admin/billing/transfers/${transactionId}/refund`, order)
  const { result } = (await call(people.an, 'GET', 'billing/transactions')).body
  const refund = { type: 'refund', amount: 20_000, reference: transactionId, paymentType: 'acb' }
  expect(result).toMatchObject([
    { ...refund, status: 'success' },
    { id: transactionId, reference: transactionId },
  ])
})

test('a year is refused where it would be dropped, and says why', async () => {
  const refused = async (path: string, body: object) =>
    (await call(people.an, 'POST', `billing/${path}`, body)).body.error.fields
  const order = { payYear: true, paymentType: 'bank-transfer' }
  expect(await refused('transactions', { amount: 50_000, ...order })).toEqual({ payYear: 'year-with-amount' })
  expect(await refused('transactions', order)).toEqual({ payYear: 'year-not-offered' })
  await given(people.an, { plan: 'basic', price: 99_000, endAt: inDays(17) })
  const change = { plan: 'pro', ...order }
  expect(await refused('subscriptions/change', change)).toEqual({ payYear: 'year-not-offered' })
})

test('a payment that waits can be opened again by its payer, until it is cancelled', async () => {
  const order = await topUp(60_000)
  const open = (who = people.an) => call(who, 'POST', `billing/transactions/${order.transactionId}/open`)
  const { content, amount } = (await open()).body.result
  expect({ content, amount }).toEqual({ content: order.transactionId, amount: 60_000 })
  expect((await open(people.operator)).status).toBe(404)
  await ok(people.an, 'POST', `billing/transactions/${order.transactionId}/cancel`)
  expect((await open()).status).toBe(409)
})

test('the open payments are listed apart, beyond the first page of the history, until they end', async () => {
  const first = await topUp(60_000)
  clock.advance(1)
  const paid = await topUp(70_000)
  await confirm(paid.transactionId, 70_000)
  const open = async (who = people.an, value = 'true') => {
    const { result, meta } = (await call(who, 'GET', `billing/transactions?limit=1&open=${value}`)).body
    return { ids: result.map(({ id }: { id: string }) => id), total: meta.total }
  }
  expect(await open()).toEqual({ ids: [first.transactionId], total: 1 })
  expect(await open(people.operator)).toEqual({ ids: [], total: 0 })
  // An unknown value counts as not given.
  expect(await open(people.an, 'perhaps')).toEqual({ ids: [paid.transactionId], total: 2 })
  await ok(people.an, 'POST', `billing/transactions/${first.transactionId}/cancel`)
  expect(await open()).toEqual({ ids: [], total: 0 })
})

test('what was told of the end of a plan is over once another is chosen', async () => {
  const told = async () =>
    (await ok(people.an, 'GET', 'billing/notices')).map(({ kind }: { kind: string }) => kind)
  await given(people.an, { plan: 'basic', price: 99_000, endAt: inDays(2) })
  await runJob('billing-renewals')
  expect(await told()).toEqual(['ends-soon'])
  await change('free', { paymentType: 'wallet' })
  expect(await told()).toEqual([])
})

test('too little for a top-up, until its day is over: it is one of what came, and the payer is told', async () => {
  const { transactionId } = await topUp(60_000)
  await confirm(transactionId, 20_000)
  clock.advance(2 * DAY_MS)
  await runJob('billing-expiry')
  expect(await balanceOf(people.an)).toBe(20_000)
  const part = { status: 'success', statusDetail: { code: 'part-received' }, amount: 20_000, asked: 60_000 }
  expect(await transactionOf(transactionId)).toMatchObject(part)
  const told = { kind: 'part-received', values: { amount: 20_000, asked: 60_000 } }
  expect(await ok(people.an, 'GET', 'billing/notices')).toMatchObject([told])
  await record(transactionId, 40_000)
  expect(await transactionOf(transactionId)).toMatchObject({ status: 'success', amount: 60_000 })
  expect(await ok(people.an, 'GET', 'billing/notices')).toMatchObject([{ kind: 'credited' }])
})

test.each([
  ['its day is over', 'expired', () => runJob('billing-expiry')],
  [
    'the payer ends it',
    'cancelled',
    (id: string) => call(people.an, 'POST', `billing/transactions/${id}/cancel`),
  ],
])(
  'too little for a change, until %s: no change, and the payer is told of the part',
  async (_, code, end) => {
    const { transactionId } = await change('pro')
    await confirm(transactionId, 100_000)
    clock.advance(2 * DAY_MS)
    await end(transactionId)
    expect(await transactionOf(transactionId)).toMatchObject({
      status: 'failure',
      statusDetail: { code },
      amount: 199_000,
      paid: 100_000,
    })
    const told = { kind: 'part-received', values: { amount: 100_000, asked: 199_000 } }
    expect(await ok(people.an, 'GET', 'billing/notices')).toMatchObject([told])
    await record(transactionId, 99_000)
    expect(await subscriptionOf(people.an)).toMatchObject({ plan: 'pro' })
    const late = { kind: 'late-done', values: { amount: 99_000, payment: transactionId } }
    expect(await ok(people.an, 'GET', 'billing/notices')).toMatchObject([late])
  },
)

test('fifty changes up and down while the plan renews: each that is made is paid or credited once, and told', async () => {
  const had = 5_000_000
  await given(people.an, { plan: 'basic', price: 99_000, endAt: inDays(0), wallet: had })
  const replies = await Promise.all([
    runJob('billing-renewals'),
    ...Array.from({ length: 50 }, (_, at) => {
      const order = { plan: at % 2 ? 'basic' : 'pro', paymentType: 'wallet' }
      return call(people.an, 'POST', 'billing/subscriptions/change', order)
    }),
    runJob('billing-renewals'),
  ])
  const changes = replies.filter((reply) => typeof reply === 'object')
  const made = changes.filter(({ status }) => status === 200)
  const refusals = changes.filter(({ status }) => status !== 200).map(({ body }) => body.error.code)
  // Those of one account wait ten seconds for each other, which a busy machine needs for fewer than fifty.
  expect(refusals.filter((code) => code !== 'same-plan' && code !== 'TooManyAtOnce')).toEqual([])
  expect(made.length).toBeGreaterThan(1)
  const { result } = (await call(people.an, 'GET', 'billing/transactions?limit=100')).body
  const told: { id: string; type: string; amount: number }[] = result
  // None when a change has bought a period before the job comes.
  expect(told.filter(({ type }) => type === 'renewal').length).toBeLessThanOrEqual(1)
  expect(
    told
      .filter(({ type }) => type !== 'renewal')
      .map(({ id }) => id)
      .sort(),
  ).toEqual(made.map(({ body }) => body.result.transactionId).sort())
  const moved = told.reduce((sum, { type, amount }) => sum + (type === 'credit' ? amount : -amount), 0)
  expect(await balanceOf(people.an)).toBe(had + moved)
})
