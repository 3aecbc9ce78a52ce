import { randomUUID } from 'node:crypto'
import type { PaymentInfo, TransferInfo } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect } from 'vitest'
import type { Gateway } from '../features/billing'
import { billingJobs } from '../features/billing/jobs'
import { findBrokenInvariants } from '../features/billing/ledger/invariants-repository'
import { type GivenAccount, givenAccount } from '../features/billing/testing'
import { gatewayJobs } from '../features/gateways'
import { type Db, query } from '../platform/db/database'
import { createLog } from '../platform/logging'
import { type Person, TEST_SETUP_TOKEN, testApp } from './app'
import type { PublicAddress } from './front-door'

const DAY_MS = 86_400_000
const BANK = { BANK_BIN: '970416', BANK_ACCOUNT_NUMBER: '123456789', BANK_ACCOUNT_NAME: 'CONG TY SCANLEAF' }

type Method = 'GET' | 'POST' | 'PATCH'

/**
 * The application with a bank account, somebody who pays and an operator, for the calling test file. After each test
 * the ledger must balance, and each line of an invoice be its quantity at its price.
 * @param env further settings, such as the keys of gateways
 * @param door its address, when gateways send webhooks there
 * @param more gateways besides those whose keys are in `env`
 */
export function moneyApp(env: Record<string, string> = {}, door?: PublicAddress, more: Gateway[] = []) {
  const service = testApp({ BILLING: 'on', ...BANK, ...env }, door, more)
  const { clock } = service
  const people = {} as { an: Person; operator: Person }

  beforeEach(async () => {
    people.operator = await service.signedIn({ setupToken: TEST_SETUP_TOKEN })
    people.an = await service.signedIn()
  })
  afterEach(async () => {
    const { db } = service.database()
    expect(await findBrokenInvariants(db)).toEqual([])
    expect(await findWrongLines(db)).toEqual([])
  })

  const call = async (person: Person, method: Method, path: string, payload?: object, key?: string) => {
    const reply = await service.as(person).inject({
      method,
      url: `/gateway/api/${path}`,
      ...(payload && { payload }),
      ...(key && { headers: { 'idempotency-key': key } }),
    })
    return { status: reply.statusCode, body: reply.json() }
  }

  async function ok(person: Person, method: Method, path: string, payload?: object) {
    const { status, body } = await call(person, method, path, payload)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.result
  }

  const balanceOf = async (person: Person): Promise<number> =>
    (await ok(person, 'GET', 'billing/billing-accounts/info')).currentBalance
  const subscriptionOf = (person: Person) => ok(person, 'GET', 'billing/subscriptions/info')
  const change = (plan: string, more: object = {}): Promise<PaymentInfo> =>
    ok(people.an, 'POST', 'billing/subscriptions/change', { plan, paymentType: 'bank-transfer', ...more })
  const topUp = (amount: number): Promise<TransferInfo> =>
    ok(people.an, 'POST', 'billing/transactions', { amount, paymentType: 'bank-transfer' })
  const transactionOf = (id: string) => ok(people.an, 'GET', `billing/transactions/${id}`)
  const confirm = (id: string, amount: number, bankReference: string = randomUUID()) =>
    ok(people.operator, 'POST', `admin/billing/transfers/${id}/confirm`, {
      amount,
      bankReference,
      reason: 'seen',
    })
  const record = (content: string, amount: number, bankReference: string = randomUUID()) =>
    ok(people.operator, 'POST', 'admin/billing/receipts', {
      amount,
      bankReference,
      content,
      reason: 'statement',
    })
  const given = (person: Person, account: GivenAccount) =>
    givenAccount(service.database(), person.id, account, clock.now())
  /** What time does, by the name of the job (`billing-gateways` asks gateways). */
  const runJob = async (name: string) => {
    const dependencies = {
      database: service.database(),
      clock,
      log: createLog('silent'),
      gateways: service.gateways(),
    }
    const job = [...billingJobs(dependencies), ...gatewayJobs(dependencies)].find(
      (each) => each.name === name,
    )
    if (!job) throw new Error(`no job is named ${name}`)
    await job.run()
  }
  const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS)

  return {
    service,
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
  }
}

const findWrongLines = (db: Db) =>
  query(
    db,
    sql`select number, line from invoices cross join jsonb_array_elements(lines) as line
      where (line ->> 'quantity')::numeric * (line ->> 'unitPrice')::numeric <> (line ->> 'amount')::numeric`,
  )
