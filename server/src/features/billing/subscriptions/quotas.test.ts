import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Person, testApp } from '../../../testing/app'
import { aDynamicCode, aStaticCode, codesOf } from '../../user-codes/testing'
import { givenPlan, givenSubscription } from '../testing'
import { quotaUsage } from './table'

const given = testApp({ BILLING: 'on' })

const DYNAMIC = 5
const STATIC = 2

let person: Person
let codes: ReturnType<typeof codesOf>

beforeEach(async () => {
  person = await given.signedIn()
  codes = codesOf(given, person)
  await givenPlan(given.database(), 'small', {
    addons: { 'dynamic-code-storage': DYNAMIC, 'static-code-storage': STATIC },
  })
  await givenSubscription(given.database(), { userId: person.id, plan: 'small' })
})

async function usedOf(addon: 'dynamic-code-storage' | 'static-code-storage'): Promise<number> {
  const [row] = await given
    .database()
    .db.select()
    .from(quotaUsage)
    .where(and(eq(quotaUsage.userId, person.id), eq(quotaUsage.addon, addon)))
  return row?.used ?? 0
}

const aText = () => aStaticCode('Text', { plainText: 'xin chào' })
const fill = async () => {
  for (let made = 0; made < DYNAMIC; made++) await codes.save(aDynamicCode())
}
const validate = (isDynamicCode: boolean) => codes.call('POST', '/validate', { isDynamicCode })

describe('a plan that is full', () => {
  test('refuses every way to make a code, and keeps the others', async () => {
    await fill()
    const [first] = (await codes.list({})).result
    const ways = [
      await codes.call('POST', '', aDynamicCode()),
      await codes.call('POST', '/bulk', { codes: [aDynamicCode()] }),
      await codes.call('POST', `/${first.id}/duplicate`),
      await validate(true),
    ]
    for (const reply of ways) {
      expect(reply.statusCode).toBe(403)
      expect(reply.json().error.code).toBe('ExceedLimitation')
      expect(reply.json().message).toBe('Bạn đã dùng hết hạn mức của gói.')
    }
    expect((await codes.list({})).meta.total).toBe(DYNAMIC)
    expect(await usedOf('dynamic-code-storage')).toBe(DYNAMIC)
  })

  test('speaks of its own kind of code alone', async () => {
    await fill()
    for (let made = 0; made < STATIC; made++) await codes.save(aText())
    expect((await codes.call('POST', '', aText())).json().error.code).toBe('ExceedLimitation')
    expect((await validate(false)).statusCode).toBe(403)
    await codes.good('DELETE', `/${(await codes.list({ productId: 'static-code' })).result[0].id}`)
    expect((await validate(false)).json().result).toEqual({ valid: true })
    expect((await validate(true)).statusCode).toBe(403)
  })

  test('has room for one that takes the place of a deleted one, and then none to bring that back', async () => {
    await fill()
    const [first] = (await codes.list({})).result
    await codes.good('DELETE', `/${first.id}`)
    await codes.good('POST', '/restore', { restored: first.id })
    expect(await usedOf('dynamic-code-storage')).toBe(DYNAMIC)
    await codes.good('DELETE', `/${first.id}`)
    await codes.save(aDynamicCode())
    const restore = await codes.call('POST', '/restore', { restored: first.id })
    expect(restore.json().error.code).toBe('ExceedLimitation')
    expect(await usedOf('dynamic-code-storage')).toBe(DYNAMIC)
  })

  test.each([
    [1, 2],
    [2, 1],
  ])(
    'brings codes of both kinds back or none: room for %d dynamic and %d static ones is taken',
    async (dynamics, statics) => {
      await givenPlan(given.database(), 'two-of-each', {
        addons: { 'dynamic-code-storage': 2, 'static-code-storage': 2 },
      })
      await givenSubscription(given.database(), { userId: person.id, plan: 'two-of-each' })
      const both = [await codes.save(aDynamicCode()), await codes.save(aText())].map(({ id }) => id).join(',')
      await codes.good('DELETE', '', { deleted: both })
      const others: string[] = []
      for (let made = 0; made < dynamics; made++) others.push((await codes.save(aDynamicCode())).id)
      for (let made = 0; made < statics; made++) others.push((await codes.save(aText())).id)
      const restore = () => codes.call('POST', '/restore', { restored: both })
      expect((await restore()).json().error.code).toBe('ExceedLimitation')
      expect((await codes.good('GET', '/trash')).meta.total).toBe(2)
      await codes.good('DELETE', '', { deleted: others.join(',') })
      expect((await restore()).statusCode).toBe(200)
    },
  )

  test('takes all of several codes or none', async () => {
    await codes.save(aDynamicCode())
    const many = (count: number) => ({ codes: Array.from({ length: count }, () => aDynamicCode()) })
    expect((await codes.call('POST', '/bulk', many(DYNAMIC))).statusCode).toBe(403)
    expect(await usedOf('dynamic-code-storage')).toBe(1)
    await codes.good('POST', '/bulk', many(DYNAMIC - 1))
    expect(await usedOf('dynamic-code-storage')).toBe(DYNAMIC)
  })
})

test('fifty creations at once fill a plan exactly', async () => {
  const replies = await Promise.all(Array.from({ length: 50 }, () => codes.call('POST', '', aDynamicCode())))
  const made = replies.filter(({ statusCode }) => statusCode === 201)
  const refused = replies.filter(({ statusCode }) => statusCode === 403)
  expect([made.length, refused.length]).toEqual([DYNAMIC, 50 - DYNAMIC])
  expect(await usedOf('dynamic-code-storage')).toBe(DYNAMIC)
  expect((await codes.list({})).meta.total).toBe(DYNAMIC)
})

test('while past due nothing is made, and what there is stays', async () => {
  const { id } = await codes.save(aDynamicCode())
  await givenSubscription(given.database(), { userId: person.id, plan: 'small', status: 'past-due' })
  for (const reply of [await codes.call('POST', '', aDynamicCode()), await validate(true)]) {
    expect(reply.statusCode).toBe(402)
    expect(reply.json().error.code).toBe('PurchaseFailure')
  }
  await codes.change(id, { name: 'still mine' })
})

describe('for a host who sells nothing', () => {
  const selling = testApp()

  test('there is no quota, and /config says so', async () => {
    const somebody = await selling.signedIn()
    await givenPlan(selling.database(), 'none', { addons: {} })
    await givenSubscription(selling.database(), { userId: somebody.id, plan: 'none', status: 'past-due' })
    await codesOf(selling, somebody).save(aDynamicCode())
    const config = await selling.inject('/config')
    expect(config.json().result.billing).toBe(false)
  })
})
