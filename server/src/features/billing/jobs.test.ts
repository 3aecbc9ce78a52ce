import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createLog } from '../../platform/logging'
import { testApp } from '../../testing/app'
import { billingJobs } from './jobs'
import { listChecks } from './ledger/invariants-repository'
import { givenAccount } from './testing'

const BANK = { BANK_BIN: '970416', BANK_ACCOUNT_NUMBER: '123456789', BANK_ACCOUNT_NAME: 'CONG TY SCANLEAF' }
const given = testApp({ BILLING: 'on', ...BANK })

const run = async (name: string, problems: unknown[] = []) => {
  const log = { ...createLog('silent'), error: (problem: unknown) => problems.push(problem) }
  const dependencies = { database: given.database(), clock: given.clock, log: log as never, gateways: [] }
  await billingJobs(dependencies)
    .find((job) => job.name === name)
    ?.run()
}

test('a transfer that nobody made fails after its day, and not before', async () => {
  const person = await given.signedIn()
  const call = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const url = `/gateway/api/billing/${path}`
    return (await given.as(person).inject({ method, url, ...(payload && { payload }) })).json().result
  }
  const order = { amount: 50_000, paymentType: 'bank-transfer' }
  const { transactionId, expiresAt } = await call('POST', 'transactions', order)
  given.clock.advance(Date.parse(expiresAt) - given.clock.now().getTime() - 1)
  await run('billing-expiry')
  expect(await call('GET', `transactions/${transactionId}`)).toMatchObject({ status: 'pending' })
  given.clock.advance(1)
  await run('billing-expiry')
  const expired = { status: 'failure', statusDetail: { code: 'expired' } }
  expect(await call('GET', `transactions/${transactionId}`)).toMatchObject(expired)
})

test('the check of the ledger is kept, and speaks up when something does not add up', async () => {
  const { db } = given.database()
  await givenAccount(given.database(), 'an', { plan: 'free', price: 0, wallet: 10_000 }, given.clock.now())
  const problems: unknown[] = []
  await run('billing-ledger-check', problems)
  expect(problems).toEqual([])
  await db.execute(sql`update wallets set balance = balance + 1`)
  await run('billing-ledger-check', problems)
  expect(problems).toHaveLength(1)
  const { rows } = await listChecks(db, { offset: 0, limit: 10 })
  expect(rows.map(({ findings }) => findings.map(({ invariant }) => invariant))).toEqual([
    ['wallet-is-its-entries'],
    [],
  ])
})
