import { randomUUID } from 'node:crypto'
import type { UserAction } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { permissions } from './features/account/table'
import { pageCallsOf } from './features/pages/testing/calls'
import { menuOf, somePageInput } from './features/pages/testing/some-pages'
import { insertReport } from './features/redirect/repository'
import { query } from './platform/db/database'
import { ACCESS } from './testing/access'
import type { Person, Route } from './testing/app'
import { givenCode } from './testing/code'
import { moneyApp } from './testing/money'

const money = moneyApp({ LOG_LEVEL: 'info' })
const { service, people, call } = money
const run = (statement: ReturnType<typeof sql>) => service.database().db.execute(statement)
const BILLING = '/gateway/api/admin/billing'
const REPORTS = '/admin/code-reports'

/** Another administrator. */
let other: Person

beforeEach(async () => {
  other = await service.signedIn()
  await run(sql`update users set role = 'admin' where id = ${other.id}`)
})

type OperatorPath = Route & { operatorRoute: NonNullable<Route['operatorRoute']> }
const nameOf = ({ method, path }: Route): string => `${method} ${path}`
const operatorPaths = (): OperatorPath[] =>
  service.routes().filter((route): route is OperatorPath => route.operatorRoute !== undefined)

/** A call of an operator route that is about somebody, and would succeed if it were about somebody else. */
type Prepare = (whose: Person) => Promise<{ id: string; payload?: object }>

const reason = 'as asked'
const transfer = async (whose: Person): Promise<string> => {
  const { body } = await call(whose, 'POST', 'billing/transactions', {
    amount: 60_000,
    paymentType: 'bank-transfer',
  })
  return body.result.transactionId
}
const line = (content: string) => ({ amount: 60_000, bankReference: randomUUID(), content, reason })
const hold = async (content: string): Promise<string> => {
  const { body } = await call(other, 'POST', 'admin/billing/receipts', { ...line('nobody'), content })
  return body.result.id
}
const aCode = async (whose: Person): Promise<string> => {
  const { codeId } = await givenCode(service.database(), { userId: whose.id })
  const form = { signature: randomUUID(), expiresAt: Math.round(Date.now() / 1000) + 3_600 }
  const visit = { note: '', target: 'https://example.com/', visitor: 'one', form, proof: null }
  await insertReport(service.database(), { codeId, reason: 'phishing', ...visit }, 3, async () => {})
  return codeId
}
const decided = async (whose: Person, ...actions: string[]): Promise<{ id: string; payload: object }> => {
  const id = await aCode(whose)
  for (const action of actions)
    await service.as(other).inject({
      method: 'POST',
      url: `${REPORTS}/${id}/${action}`,
      payload: action === 'takedown' ? { reason: 'phishing' } : {},
    })
  return { id, payload: {} }
}
/** A page that waits because it names a bank. */
const heldPage = async (whose: Person): Promise<{ id: string }> => {
  const pages = pageCallsOf(service)
  const page = somePageInput('menu', [menuOf(1)], { name: { vi: 'Vietcombank' } })
  // Neither the plan nor the limit of somebody new is what is tested.
  await run(sql`update quota_usage set used = 0 where user_id = ${whose.id}`)
  const before = sql`created_at - interval '2 days'`
  await run(sql`update user_codes set created_at = ${before} where user_id = ${whose.id}`)
  const { id } = await pages.publish(whose, await pages.create(whose, { page }))
  const [review] = await query<{ id: string }>(
    service.database().db,
    sql`select id from page_reviews where page_id = ${id}`,
  )
  return { id: review?.id ?? '' }
}
const person = (payload?: object) => async (whose: Person) => ({ id: whose.id, ...(payload && { payload }) })

const ON_PERSON: Readonly<Record<string, Prepare>> = {
  'PATCH /identity/users/:id': person({ suspended: true }),
  'POST /identity/users/:id/recovery-link': person({ reason }),
  'POST /identity/users/:id/approval': async (whose) => {
    await run(sql`update users set approved_at = null where id = ${whose.id} and role = 'member'`)
    return { id: whose.id, payload: { isApproved: true } }
  },
  'DELETE /identity/users/:id/sessions': person(),
  'DELETE /identity/users/:id/sessions/:sessionId': person(),
  'PUT /identity/users/:id/deletion': person({ ending: 'freeze', reason }),
  'DELETE /identity/users/:id/deletion': person(),
}

const ON_THINGS: Readonly<Record<string, Prepare>> = {
  [`POST ${BILLING}/transfers/:id/confirm`]: async (whose) => ({
    id: await transfer(whose),
    payload: { amount: 60_000, bankReference: randomUUID() },
  }),
  [`POST ${BILLING}/transfers/:id/reject`]: async (whose) => ({
    id: await transfer(whose),
    payload: { reason },
  }),
  [`POST ${BILLING}/transfers/:id/refund`]: async (whose) => {
    const id = await transfer(whose)
    const by = whose === other ? people.operator : other
    await call(by, 'POST', `admin/billing/transfers/${id}/confirm`, line(id))
    return { id, payload: { amount: 10_000, reason } }
  },
  [`POST ${BILLING}/receipts`]: async (whose) => ({ id: '', payload: line(await transfer(whose)) }),
  [`POST ${BILLING}/receipts/:id/assign`]: async (whose) => ({
    id: await hold('for nobody'),
    payload: { transfer: await transfer(whose) },
  }),
  [`POST ${BILLING}/receipts/:id/refund`]: async (whose) => {
    const [one, two] = [await transfer(whose), await transfer(whose)]
    const { body } = await call(people.operator, 'POST', 'admin/billing/receipts', line('for nobody'))
    await run(sql`update receipts set content = ${`${one} ${two}`} where id = ${body.result.id}`)
    return { id: body.result.id, payload: { reason } }
  },
  [`POST ${REPORTS}/:codeId/takedown`]: async (whose) => ({
    id: await aCode(whose),
    payload: { reason: 'phishing' },
  }),
  [`POST ${REPORTS}/:codeId/restore`]: (whose) => decided(whose, 'takedown'),
  [`POST ${REPORTS}/:codeId/dismiss`]: (whose) => decided(whose),
  [`POST ${REPORTS}/:codeId/warn`]: (whose) => decided(whose),
  [`POST ${REPORTS}/:codeId/reopen`]: (whose) => decided(whose, 'dismiss'),
  [`POST ${REPORTS}/owners/:userId/takedown`]: async (whose) => {
    await aCode(whose)
    return { id: whose.id, payload: { reason: 'phishing' } }
  },
  [`POST ${REPORTS}/pages/:id/approve`]: heldPage,
  [`POST ${REPORTS}/pages/:id/refuse`]: heldPage,
}

/** Its lines are about several people. */
const IMPORT = `POST ${BILLING}/receipts/import`

async function send(who: Person, { method, path }: Route, prepared: Awaited<ReturnType<Prepare>>) {
  const url = path.replace(':sessionId', 'AAAAAAAAAAAAAAAA').replace(/:\w+/, prepared.id)
  const { payload } = prepared
  const reply = await service.as(who).inject({ method, url, ...(payload && { payload }) })
  return { status: reply.statusCode, code: reply.json().error?.code, result: reply.json().result }
}

/** All that an act could leave behind. */
async function stored(): Promise<unknown[]> {
  const tables = [
    ...['users', 'permissions', 'user_actions', 'one_time_tokens', 'registration_invitations'],
    ...['operator_actions', 'payments', 'receipts', 'ledger_entries', 'refunds', 'invoices', 'mail_outbox'],
    ...[
      'code_report_actions',
      'code_takedowns',
      'reported_codes',
      'page_reviews',
      'cleared_targets',
      'idempotency_keys',
    ],
  ]
  const rows = tables.map(
    (table) => sql`select ${table} as name, md5(coalesce(string_agg(each::text, ';' order by each::text), ''))
      as hash from ${sql.identifier(table)} as each`,
  )
  const sessions = sql`select 'sessions' as name, count(*)::text as hash from sessions`
  return query(service.database().db, sql.join([...rows, sessions], sql` union all `))
}

async function historyOf({ id }: Person): Promise<UserAction[]> {
  const reply = await service.as(people.operator).inject({ url: `/identity/users/actions?user=${id}` })
  return reply.json().result
}

test('every route that changes something by a right says so, and whose case it is', () => {
  const guarded = Object.entries(ACCESS).filter(
    ([name, access]) => !name.startsWith('GET ') && (access === 'admin' || Array.isArray(access)),
  )
  const paths = operatorPaths()
  expect(paths.map(nameOf).sort()).toEqual(guarded.map(([name]) => name).sort())
  for (const path of paths) {
    const { resource, action, on, confirm } = path.operatorRoute
    expect([nameOf(path), resource === null ? 'admin' : [resource, action]]).toEqual([
      nameOf(path),
      ACCESS[nameOf(path)],
    ])
    // Money, and what opens an account or gives rights.
    if (on === 'money' || /recovery-link|^PATCH .*users/.test(nameOf(path)))
      expect([nameOf(path), confirm]).toEqual([nameOf(path), true])
  }
  const about = (on: string) => paths.filter((path) => path.operatorRoute.on === on).map(nameOf)
  expect(about('person').sort()).toEqual(Object.keys(ON_PERSON).sort())
  expect([...about('money'), ...about('code')].sort()).toEqual([...Object.keys(ON_THINGS), IMPORT].sort())
})

test('what asks for a fresh confirmation does nothing without one, and the rest asks for none', async () => {
  const [asks, rest] = [true, false].map((confirm) =>
    operatorPaths().filter((path) => path.operatorRoute.confirm === confirm),
  )
  const prepared = new Map<string, Awaited<ReturnType<Prepare>>>()
  const member = await service.signedIn()
  for (const [name, prepare] of Object.entries(ON_THINGS)) prepared.set(name, await prepare(people.an))
  for (const [name, prepare] of Object.entries(ON_PERSON)) prepared.set(name, await prepare(member))
  await run(sql`update sessions set confirmed_at = now() - interval '11 minutes'`)
  const before = await stored()
  for (const path of asks ?? []) {
    const call = prepared.get(nameOf(path)) ?? { id: '', payload: { csv: 'date,amount', reason } }
    const { status, code } = await send(people.operator, path, call)
    expect([nameOf(path), status, code]).toEqual([nameOf(path), 403, 'ConfirmationRequired'])
  }
  expect(await stored()).toEqual(before)
  for (const path of rest ?? []) {
    const { code } = await send(people.operator, path, { id: randomUUID(), payload: {} })
    expect([nameOf(path), code]).not.toEqual([nameOf(path), 'ConfirmationRequired'])
  }
})

test('nobody acts on a person who has a right that they have not', async () => {
  const clerk = await service.signedIn()
  await give(clerk, 'users', 15)
  await give(clerk, 'code-reports', 4)
  const stronger = await service.signedIn()
  await give(stronger, 'billing', 4)
  const more = await service.signedIn()
  await give(more, 'code-reports', 6)
  for (const path of operatorPaths().filter((each) => each.operatorRoute.on === 'person'))
    for (const whose of [stronger, more, other]) {
      const prepared = await ON_PERSON[nameOf(path)]?.(whose)
      const before = await stored()
      const { status, code } = await send(clerk, path, prepared ?? { id: '' })
      expect([nameOf(path), status, code]).toEqual([nameOf(path), 403, 'MoreRights'])
      expect(await stored()).toEqual(before)
    }
  // With the same rights they may.
  const equal = await service.signedIn()
  await give(equal, 'users', 15)
  const suspend = { method: 'PATCH', path: '/identity/users/:id' } as const
  expect((await send(clerk, suspend, { id: equal.id, payload: { suspended: true } })).status).toBe(200)
})

test('nobody decides their own case while somebody else may', async () => {
  for (const path of operatorPaths()) {
    const prepare = { ...ON_PERSON, ...ON_THINGS }[nameOf(path)]
    if (!prepare) continue
    const prepared = await prepare(people.operator)
    const before = await stored()
    const { status, code } = await send(people.operator, path, prepared)
    expect([nameOf(path), status, code]).toEqual([nameOf(path), 403, 'OwnCase'])
    expect(await stored(), nameOf(path)).toEqual(before)
  }
})

test('the only one who may decide does, and it is marked in the history and in the log', async () => {
  const prepared = new Map<string, Awaited<ReturnType<Prepare>>>()
  for (const [name, prepare] of Object.entries(ON_THINGS)) prepared.set(name, await prepare(people.operator))
  await run(sql`update users set role = 'member' where id = ${other.id}`)
  // Who may only look, or is shut out, cannot decide.
  await give(other, 'billing', 4)
  const shut = await service.signedIn()
  await give(shut, 'billing', 15)
  await give(shut, 'code-reports', 15)
  await run(sql`update users set suspended_at = now() where id = ${shut.id}`)
  service.logged()
  for (const path of operatorPaths().filter((each) => prepared.has(nameOf(each)))) {
    const { status, code } = await send(people.operator, path, prepared.get(nameOf(path)) ?? { id: '' })
    expect([nameOf(path), status, code]).toEqual([nameOf(path), 200, undefined])
    const [last] = await historyOf(people.operator)
    expect(last).toMatchObject({
      by: people.operator.email,
      userId: people.operator.id,
      resource: path.operatorRoute.resource,
      isOwnCase: true,
    })
    const lines = service.logged().filter(({ msg }) => msg === 'an operator acted')
    expect(lines[0]).toMatchObject({
      userId: people.operator.id,
      concerns: people.operator.id,
      action: last?.action,
      resource: last?.resource,
      isOwnCase: true,
    })
  }
  const yes = { amount: 60_000, bankReference: randomUUID() }
  const own = await transfer(people.operator)
  await give(other, 'billing', 2)
  const refused = await call(people.operator, 'POST', `admin/billing/transfers/${own}/confirm`, yes)
  expect(refused.body.error.code).toBe('OwnCase')
  expect((await call(other, 'POST', `admin/billing/transfers/${own}/confirm`, yes)).status).toBe(200)
})

test('an act on a payment or a code is in the history of its owner, with both names, and in the log', async () => {
  service.logged()
  for (const path of operatorPaths().filter((each) => nameOf(each) in ON_THINGS)) {
    const prepared = await ON_THINGS[nameOf(path)]?.(people.an)
    expect([nameOf(path), (await send(people.operator, path, prepared ?? { id: '' })).status]).toEqual([
      nameOf(path),
      200,
    ])
    const [last] = await historyOf(people.an)
    expect([nameOf(path), last]).toEqual([
      nameOf(path),
      expect.objectContaining({
        by: people.operator.email,
        username: people.an.username,
        resource: path.operatorRoute.resource,
        isOwnCase: false,
      }),
    ])
    expect(service.logged().filter(({ msg }) => msg === 'an operator acted')).toContainEqual(
      expect.objectContaining({
        userId: people.operator.id,
        concerns: people.an.id,
        action: last?.action,
        isOwnCase: false,
      }),
    )
  }
})

test('a bank statement with an operator’s own payment is imported, but that money waits for somebody else', async () => {
  const [own, others] = [await transfer(people.operator), await transfer(people.an)]
  const csv = `date,amount,reference,content\n2026-01-02,60000,R1,${own}\n2026-01-02,60000,R2,${others}`
  const statement = { csv, reason }
  const once = await call(people.operator, 'POST', 'admin/billing/receipts/import', statement)
  expect(once.body.result).toEqual({ taken: 2, repeated: 0, refused: [] })
  const again = await call(people.operator, 'POST', 'admin/billing/receipts/import', statement)
  expect(again.body.result).toEqual({ taken: 0, repeated: 2, refused: [] })
  expect([await money.balanceOf(people.operator), await money.balanceOf(people.an)]).toEqual([0, 60_000])
  const [held] = (await call(other, 'GET', 'admin/billing/receipts')).body.result
  expect(held).toMatchObject({ bankReference: 'R1', state: 'unmatched' })
  const assign = (who: Person) =>
    call(who, 'POST', `admin/billing/receipts/${held.id}/assign`, { transfer: own })
  expect((await assign(people.operator)).body.error.code).toBe('OwnCase')
  expect((await assign(other)).status).toBe(200)
  expect(await money.balanceOf(people.operator)).toBe(60_000)
})

const give = ({ id: userId }: Person, resource: string, mask: number) =>
  service
    .database()
    .db.insert(permissions)
    .values({ userId, resource, mask })
    .onConflictDoUpdate({ target: [permissions.userId, permissions.resource], set: { mask } })
