import { beforeEach, expect, test } from 'vitest'
import { type Person, testApp } from '../../../testing/app'
import { givenSubscription } from '../testing'
import { openTokens } from './assistant-tokens'

const given = testApp({ BILLING: 'on' })

const LIMIT = 10_000
const DAY_MS = 86_400_000

let person: Person
const tokens = () => openTokens({ database: given.database(), clock: given.clock })

beforeEach(async () => {
  person = await given.signedIn()
})

async function shown() {
  const reply = await given
    .as(await given.signInAgain(person))
    .inject({ url: '/gateway/api/qrcode/my-message-tokens' })
  expect(reply.json().result).toEqual({ package: reply.json().package })
  return reply.json().package
}

async function spend(count: number) {
  await tokens().settle(person.id, await tokens().reserve(person.id, count), count)
}

test('an account without a package has ten thousand, none used', async () => {
  expect(await shown()).toEqual({ tokenUsed: 0, limitPackageToken: LIMIT })
})

test('fifty answers at once with tokens for one: one is asked for', async () => {
  await spend(LIMIT - 100)
  const asked = await Promise.allSettled(Array.from({ length: 50 }, () => tokens().reserve(person.id, 100)))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const { reason } of asked.filter((one) => one.status === 'rejected'))
    expect(reason.code).toBe('ExceedLimitation')
})

test('an answer costs what it did cost, at most what was held; the rest is free again', async () => {
  const reservation = await tokens().reserve(person.id, LIMIT)
  await tokens().settle(person.id, reservation, 1200)
  await tokens().settle(person.id, reservation, 1200)
  expect((await shown()).tokenUsed).toBe(1200)
  await tokens().settle(person.id, await tokens().reserve(person.id, 100), 5000)
  expect((await shown()).tokenUsed).toBe(1300)
  await tokens().settle(person.id, await tokens().reserve(person.id, 100), 0)
  await tokens().reserve(person.id, LIMIT - 1300)
})

test('what was held for an answer that never came is free after five minutes', async () => {
  const lost = await tokens().reserve(person.id, LIMIT)
  given.clock.advance(5 * 60_000)
  await tokens().reserve(person.id, LIMIT)
  await tokens().settle(person.id, lost, 500)
  expect((await shown()).tokenUsed).toBe(0)
})

test('nobody settles what another holds', async () => {
  const stranger = await given.signedIn()
  const reservation = await tokens().reserve(person.id, LIMIT)
  await tokens().settle(stranger.id, reservation, 500)
  await expect(tokens().reserve(person.id, 1)).rejects.toThrow('ExceedLimitation')
})

test('each thirty days, and each period that is bought, begin with nothing used', async () => {
  await spend(700)
  given.clock.advance(30 * DAY_MS - 1)
  expect((await shown()).tokenUsed).toBe(700)
  given.clock.advance(1)
  expect((await shown()).tokenUsed).toBe(0)
  await spend(300)
  given.clock.advance(DAY_MS)
  await givenSubscription(given.database(), { userId: person.id, plan: 'basic', startAt: given.clock.now() })
  expect(await shown()).toEqual({ tokenUsed: 0, limitPackageToken: 100_000 })
  await spend(20_000)
  expect((await shown()).tokenUsed).toBe(20_000)
})
