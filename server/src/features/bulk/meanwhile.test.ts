import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { query } from '../../platform/db/database'
import { type Person, testApp } from '../../testing/app'
import { SERVER_URL } from '../../testing/engine'
import { SOON } from '../../testing/soon'
import { givenPlan, givenSubscription } from '../billing/testing'
import { aDynamicCode, codesOf } from '../user-codes/testing'
import { workspaceOf } from './move/testing'
import { newCodes, runsOf } from './testing'

const product = testApp({ BILLING: 'on' })
const outside = AsyncLocalStorage.snapshot()
let mai: Person
let runs: ReturnType<typeof runsOf>

beforeEach(async () => {
  mai = await product.signedIn()
  runs = runsOf(product, mai)
})

/** A start that is under way, apart from the transaction of the test; an injected call begins when it is waited for. */
const starting = (id: string, mode: 'all' | 'valid') =>
  outside(() => runs.call('POST', `/${id}/start`, { mode }).then((reply) => reply))

/** So many connections wait for a lock; asked by one of its own, since a transaction sees the others as they first were. */
const expectWaiting = (count: number) =>
  outside(async () => {
    const waiting = () =>
      query(
        product.database().db,
        sql`select pid from pg_stat_activity
          where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
      )
    await expect.poll(waiting, SOON).toHaveLength(count)
  })

// The embedded engine runs one transaction after the other.
const onPostgres = test.skipIf(SERVER_URL === null)

onPostgres('a refused start changes no row of a start that came before its refusal was noted', async () => {
  const rowOf = (dynamicId: string) => ({ dynamicId, content: { content: 'https://a.example' } })
  const { id } = await runs.dryRun(newCodes({ rows: [rowOf('held-door'), rowOf('free-door')] }))
  let refused: ReturnType<typeof starting> | undefined
  let done: ReturnType<typeof starting> | undefined
  await product.database().transaction(async (tx) => {
    await tx.execute(sql`insert into dynamic_ids (key, user_id) values ('held-door', 'somebody')`)
    refused = starting(id, 'all')
    await expectWaiting(1)
    done = starting(id, 'valid')
    await expectWaiting(2)
  })
  expect((await refused)?.json().error.code).toBe('BatchNotReady')
  expect((await done)?.statusCode).toBe(200)
  expect(await runs.read(id)).toMatchObject({ state: 'done', ready: 0, done: 1, failed: 1, skipped: 0 })
  expect((await runs.rows(id)).map(({ outcome }) => outcome)).toEqual(['failed', 'done'])
})

onPostgres('a move finds no room in a plan that others fill meanwhile, and moves nothing', async () => {
  await givenPlan(product.database(), 'one', { addons: { 'dynamic-code-storage': 1 } })
  await givenSubscription(product.database(), { userId: mai.id, plan: 'one', price: 99_000n })
  const shop = await workspaceOf(product, mai, 'Quán Mai')
  await givenSubscription(product.database(), { userId: shop, plan: 'one' })
  const code = await codesOf(product, mai).save(aDynamicCode())
  const { id, ready } = await runs.dryRun({ kind: 'move', selection: { ids: [code.id] }, to: shop })
  expect(ready).toBe(1)
  let moving: ReturnType<typeof starting> | undefined
  await product.database().transaction(async (tx) => {
    await tx.execute(
      sql`insert into quota_usage (user_id, addon, used) values (${shop}, 'dynamic-code-storage', 1)`,
    )
    moving = starting(id, 'valid')
    await expectWaiting(1)
  })
  expect((await moving)?.json().error.code).toBe('ExceedLimitation')
  expect((await codesOf(product, mai).read(code.id)).id).toBe(code.id)
  expect(await runs.read(id)).toMatchObject({ state: 'ready', ready: 1, done: 0 })
})
