import type { PermittedAction } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttp } from '../../platform/http/server'
import { loadTranslator } from '../../platform/i18n'
import { createLog } from '../../platform/logging'
import { TEST_SETUP_TOKEN, testApp } from '../../testing/app'
import { embeddedAccount, operatorRoute, remoteAccount, requirePermission } from '.'

const ACTIONS: PermittedAction[] = ['create', 'read', 'update', 'delete']
const service = testApp()
const products: FastifyInstance[] = []

function guardOf(action: PermittedAction) {
  if (action === 'read')
    return { config: { access: 'operator' as const }, onRequest: requirePermission('products', action) }
  return operatorRoute({
    resource: 'products',
    action,
    on: 'catalogue',
    // Nobody is asked for it if the account service could not tell.
    confirm: true,
  })
}

/** One route for each action on products. */
const guarded: FastifyPluginAsync = async (app) => {
  for (const action of ACTIONS) app.get(`/products/${action}`, guardOf(action), () => action)
}

const emptyProduct = () =>
  createHttp(service.config(), createLog('silent'), loadTranslator(['errors'], 'browser'))

beforeAll(async () => {
  const identityUrl = await service.app().listen({ host: '127.0.0.1', port: 0 })
  const parts = {
    database: service.database(),
    config: service.config(),
    clock: service.clock,
    countryOf: () => null,
  }
  const embedded = await emptyProduct()
  await embedded.register(embeddedAccount, parts)
  const remote = await emptyProduct()
  await remote.register(remoteAccount, { identityUrl })
  for (const product of [embedded, remote]) {
    await product.register(guarded)
    products.push(product)
  }
})
afterAll(() => Promise.all(products.map((product) => product.close())))

/** Which actions on products are let through, in both modes. */
async function permittedTo(sid: string): Promise<PermittedAction[][]> {
  const permitted = products.map(async (product) => {
    const replies = await Promise.all(
      ACTIONS.map((action) =>
        product.inject({ url: `/products/${action}`, headers: { authorization: `Bearer ${sid}` } }),
      ),
    )
    for (const reply of replies) expect([200, 403]).toContain(reply.statusCode)
    return ACTIONS.filter((_, i) => replies[i]?.statusCode === 200)
  })
  return Promise.all(permitted)
}

test('a member may what his mask says, an administrator everything', async () => {
  const member = await service.signedIn()
  expect(await permittedTo(member.sid)).toEqual([[], []])
  for (const [mask, actions] of [
    [4, ['read']],
    [10, ['create', 'update']],
    [1, ['delete']],
    [15, ACTIONS],
  ] as const) {
    await service.database().db.execute(
      sql`insert into permissions values (${member.id}, 'products', ${mask})
        on conflict (user_id, resource) do update set mask = excluded.mask`,
    )
    expect(await permittedTo(member.sid)).toEqual([actions, actions])
  }
  const admin = await service.signedIn({ setupToken: TEST_SETUP_TOKEN })
  expect(await permittedTo(admin.sid)).toEqual([ACTIONS, ACTIONS])
})
