import { MAX_PENDING_COUNTED, type PendingWork, PersonOverview } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { query } from '../../platform/db/database'
import type { Person } from '../../testing/app'
import { moneyApp } from '../../testing/money'
import { permissions } from '../account/table'
import { aDynamicCode, codesOf } from '../user-codes/testing'
import { pendingStatement } from './repository'

const money = moneyApp()
const { service, people, topUp, record, ok, call } = money
const PATH = 'admin/operations'

const run = (statement: ReturnType<typeof sql>) => service.database().db.execute(statement)
const pending = (who: Person): Promise<PendingWork> => ok(who, 'GET', `${PATH}/pending`)

async function memberWith(masks: Record<string, number>): Promise<Person> {
  const member = await service.signedIn()
  for (const [resource, mask] of Object.entries(masks))
    await service.database().db.insert(permissions).values({ userId: member.id, resource, mask })
  return member
}

/** One of everything that waits, beside one of each that does not. */
async function givenWork(): Promise<void> {
  const settled = await topUp(50_000)
  await money.confirm(settled.transactionId, 50_000)
  await topUp(60_000)
  await record('names nobody', 70_000)
  for (const state of ['refused_at = null', 'refused_at = now()']) {
    const { id } = await service.signedIn()
    await run(sql`update users set approved_at = null, ${sql.raw(state)} where id = ${id}`)
  }
  await run(sql`insert into reported_codes (code_id, open, total, last_at)
    values (gen_random_uuid(), 2, 2, now()), (gen_random_uuid(), 0, 3, now())`)
  const finding = { invariant: 'paid-is-receipts', subject: 'QC', expected: '1', found: '2' }
  await run(sql`insert into ledger_checks (at, findings)
    values (now(), '[]'), (now(), ${JSON.stringify([finding, finding])}::jsonb)`)
}

describe('what waits', () => {
  test('is nothing at first, and then one of each; findings are those of the last check', async () => {
    const none = { transfers: 0, receipts: 0, findings: 0, reports: 0, accounts: 0 }
    expect(await pending(people.operator)).toEqual(none)
    await givenWork()
    const each = { transfers: 1, receipts: 1, findings: 2, reports: 1, accounts: 1 }
    expect(await pending(people.operator)).toEqual(each)
  })

  test.each<[Record<string, number>, (keyof PendingWork)[]]>([
    [{}, []],
    [{ billing: 11, users: 11, 'code-reports': 11, products: 15 }, []],
    [{ billing: 4 }, ['transfers', 'receipts', 'findings']],
    [{ 'code-reports': 4 }, ['reports']],
    [{ users: 4 }, ['accounts']],
  ])('is told to a member with %j by what they may read', async (masks, seen) => {
    await givenWork()
    const told = await pending(await memberWith(masks))
    expect(Object.keys(told).filter((name) => told[name as keyof PendingWork] !== null)).toEqual(seen)
  })

  test('is counted no further than its limit, and never by reading a whole table', async () => {
    const { db } = service.database()
    await run(sql`insert into receipts (provider, event_key, amount, content, state, payment_id, received_at)
      select 'bank', n::text, 1, '', case when n <= 4000 then 'matched' else 'unmatched' end,
        case when n <= 4000 then gen_random_uuid() end, now()
      from generate_series(1, 4200) n`)
    await run(sql`insert into payments (ref, user_id, purpose, amount, gateway, status, expires_at, created_at)
      select 'old' || n, 'somebody', 'topup', 1000, 'bank-transfer', 'expired', now(), now() from generate_series(1, 4000) n`)
    await run(sql`insert into reported_codes (code_id, open, total, last_at)
      select gen_random_uuid(), 0, 1, now() from generate_series(1, 4000)`)
    await run(sql`insert into users (username, username_key, email, password_hash, first_name, last_name, approved_at)
      select 'many' || n, 'many' || n, n || '@many.test', '', '', '', now() from generate_series(1, 4000) n`)
    await run(sql`analyze receipts, payments, reported_codes, users`)
    const statement = pendingStatement(['transfers', 'receipts', 'reports', 'accounts'])
    const plan = JSON.stringify(await query(db, sql`explain ${statement}`))
    expect(plan).toContain('payments_open')
    expect(plan).not.toContain('Seq Scan')
    expect((await pending(people.operator)).receipts).toBe(MAX_PENDING_COUNTED)
    // The ledger knows nothing of these.
    await run(sql`delete from receipts`)
  })
})

describe('a person', () => {
  test('is shown with plan, payments and codes', async () => {
    await codesOf(service, people.an).save(aDynamicCode())
    const { transactionId } = await topUp(60_000)
    await money.confirm(transactionId, 60_000)
    const { billing, codes } = PersonOverview.parse(
      await ok(people.operator, 'GET', `${PATH}/users/${people.an.id}`),
    )
    expect(codes).toEqual({ dynamicCodes: 1, staticCodes: 0, pdfCodes: 0 })
    expect(billing).toMatchObject({
      balance: 60_000,
      subscription: { status: 'active', outstandingBalance: 0 },
      payments: [{ id: transactionId, paid: 60_000, status: 'succeeded' }],
    })
  })

  test('has no money for somebody who may read users alone; a stranger is not found', async () => {
    const clerk = await memberWith({ users: 4 })
    expect(await ok(clerk, 'GET', `${PATH}/users/${people.an.id}`)).toMatchObject({ billing: null })
    const nobody = '0b9df6a5-7c5e-4c9e-8f0e-3c1a52a8a000'
    expect((await call(clerk, 'GET', `${PATH}/users/${nobody}`)).status).toBe(404)
    const cashier = await memberWith({ billing: 15 })
    expect((await call(cashier, 'GET', `${PATH}/users/${people.an.id}`)).status).toBe(403)
  })
})
