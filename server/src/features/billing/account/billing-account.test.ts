import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { moneyApp } from '../../../testing/money'

const { service, people, call, ok, topUp, confirm } = moneyApp()

test('plans, ways to pay and the profile', async () => {
  const plans = await ok(people.an, 'GET', 'billing/plans?lang=vi')
  expect(plans.map(({ code, price }: { code: string; price: number }) => [code, price])).toEqual([
    ['free', 0],
    ['basic', 99_000],
    ['pro', 199_000],
    ['business', 499_000],
  ])
  expect(plans[0]).toMatchObject({ name: 'Gói miễn phí', benefits: [expect.any(String), expect.any(String)] })
  const types = await ok(people.an, 'GET', 'billing/payment-types?lang=vi')
  expect(types.map(({ code }: { code: string }) => code)).toEqual(['bank-transfer', 'wallet'])
  expect(await ok(people.an, 'GET', 'billing/payment-methods')).toContainEqual({
    code: 'bank-transfer',
    isDefault: true,
  })
  const wrong = await call(people.an, 'PATCH', 'billing/billing-accounts/profile', {
    company: ' ',
    address: { address: '' },
  })
  expect(wrong.body.error.fields).toEqual({ company: 'company-name-fill', 'address.address': 'address-fill' })
  const profile = { company: 'Lá Xanh', address: { address: '1 Lê Lợi' }, taxCode: '0312345678' }
  await ok(people.an, 'PATCH', 'billing/billing-accounts/profile', profile)
  expect(await ok(people.an, 'GET', 'billing/billing-accounts/profile')).toEqual(profile)
  const wallet = await call(people.an, 'POST', 'billing/subscriptions/change', {
    plan: 'basic',
    paymentType: 'momo',
  })
  expect(wallet).toMatchObject({
    status: 422,
    body: { error: { fields: { paymentType: 'invalid-choice' } } },
  })
})

test('the check of the ledger finds what does not add up', async () => {
  const { transactionId } = await topUp(20_000)
  await confirm(transactionId, 20_000)
  expect(await ok(people.operator, 'POST', 'admin/billing/checks')).toMatchObject({ findings: [] })
  const { db } = service.database()
  await db.execute(sql`update wallets set balance = 30000`)
  await db.execute(sql`update payments set paid = 10000`)
  const { findings } = await ok(people.operator, 'POST', 'admin/billing/checks')
  expect(findings).toEqual([
    { invariant: 'wallet-is-its-entries', subject: people.an.id, expected: '20000', found: '30000' },
    { invariant: 'paid-is-receipts', subject: transactionId, expected: '20000', found: '10000' },
  ])
  expect((await ok(people.operator, 'GET', 'admin/billing/checks'))[0].findings).toEqual(findings)
  await db.execute(sql`update wallets set balance = 20000`)
  await db.execute(sql`update payments set paid = 20000`)
})
