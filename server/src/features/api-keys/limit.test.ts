import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHttp } from '../../platform/http/server'
import { loadTranslator } from '../../platform/i18n'
import { createLog } from '../../platform/logging'
import { type Person, testFeature } from '../../testing/feature'
import { apiKeyAccess } from '.'
import { keyOf } from './testing'

const LIMIT = 600
const CALL = { light: '/light', heavy: '/heavy' }

/** Calls that a key may make, in a process. */
function calls(app: FastifyInstance) {
  app.get(CALL.light, { config: { access: 'codes:read' } }, async () => ({ result: 'light' }))
  app.get(CALL.heavy, { config: { access: 'codes:read', isHeavy: true } }, async () => ({ result: 'heavy' }))
}
const product = testFeature(async (app) => calls(app), { API_CALLS_PER_MINUTE: `${LIMIT}` })

let lan: Person
let other: FastifyInstance
beforeEach(async () => {
  lan = await product.signedIn()
  const config = product.config()
  other = await createHttp(config, createLog('silent'), loadTranslator(['errors'], 'browser'))
  await other.register(apiKeyAccess, {
    ...{ database: product.database(), clock: product.clock, config },
    countryOf: () => 'VN',
  })
  calls(other)
})
afterEach(() => other.close())

const key = async () => (await keyOf(product, lan, ['codes:read'])).secret
const call = (app: Pick<FastifyInstance, 'inject'>, secret: string, url = CALL.light) =>
  app.inject({ url, headers: { authorization: `Bearer ${secret}` } })
const here = { inject: product.inject } as Pick<FastifyInstance, 'inject'>
const elapse = (secret: string, seconds: number) =>
  product.database().db.execute(sql`update api_keys set window_at = now() - make_interval(secs => ${seconds})
    where start = ${secret.slice(0, 8)}`)
const leftOf = ({ headers }: { headers: Record<string, unknown> }) =>
  Number(/^"key";r=(\d+);t=\d+$/.exec(String(headers['ratelimit']))?.[1])

test('of 900 calls at once in two processes exactly 600 are let through, and each is told what is left', async () => {
  const secret = await key()
  const replies = await Promise.all(
    Array.from({ length: 900 }, (_, index) => call(index % 2 ? here : other, secret)),
  )
  const isOverLimit = (reply: (typeof replies)[number]) =>
    reply.statusCode === 429 && reply.json().error.code === 'TooManyRequests'
  const refused = replies.filter(isOverLimit)
  expect(refused).toHaveLength(300)
  for (const { headers } of refused) {
    expect(headers['ratelimit-policy']).toBe('"key";q=600;w=60')
    const wait = Number(headers['retry-after'])
    expect(wait).toBeGreaterThanOrEqual(1)
    expect(wait).toBeLessThanOrEqual(60)
    expect(headers['ratelimit']).toBe(`"key";r=0;t=${wait}`)
  }
  // Each of the others took a place of its own.
  const left = replies.filter((reply) => !isOverLimit(reply)).map(leftOf)
  expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: LIMIT }, (_, place) => place))
})

test('the next minute begins anew, and a clock that was put back locks nobody out', async () => {
  const secret = await key()
  const { db } = product.database()
  await call(here, secret)
  await db.execute(sql`update api_keys set window_count = ${LIMIT}`)
  expect((await call(here, secret)).statusCode).toBe(429)
  await elapse(secret, 59)
  expect((await call(here, secret)).statusCode).toBe(429)
  await elapse(secret, 60)
  expect(leftOf(await call(here, secret))).toBe(LIMIT - 1)
  await db.execute(sql`update api_keys set window_count = ${LIMIT}`)
  await elapse(secret, -3_600)
  expect(leftOf(await call(here, secret))).toBe(LIMIT - 1)
})

test('a call that draws counts as ten, and one that does not fit counts as none', async () => {
  const secret = await key()
  expect(leftOf(await call(here, secret, CALL.heavy))).toBe(LIMIT - 10)
  await product.database().db.execute(sql`update api_keys set window_count = ${LIMIT - 9}`)
  const refused = await call(here, secret, CALL.heavy)
  expect([refused.statusCode, leftOf(refused)]).toEqual([429, 9])
  expect(leftOf(await call(here, secret))).toBe(8)
})

test('a key that is revoked in one process is out in the other with the next call', async () => {
  const made = await keyOf(product, lan, ['codes:read'])
  expect((await call(other, made.secret)).statusCode).toBe(200)
  await product.as(lan).inject({ method: 'DELETE', url: `/gateway/api/api-keys/${made.id}` })
  expect((await call(other, made.secret)).statusCode).toBe(401)
})

test('people have no such limit and no such headers', async () => {
  const reply = await product.as(lan).inject({ url: CALL.light })
  expect([reply.statusCode, reply.headers['ratelimit']]).toEqual([200, undefined])
})
