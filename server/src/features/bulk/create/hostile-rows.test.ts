import { runs } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../testing/app'
import { hostileJson } from '../../../testing/hostile-json'
import { codesOf } from '../../user-codes/testing'
import { BULK_RUNS, newCodes } from '../testing'

const product = testApp()
let an: Awaited<ReturnType<typeof product.signedIn>>
beforeEach(async () => {
  an = await product.signedIn()
})

const row = { content: { content: 'https://a.vn' }, name: 'Bàn 1', tags: ['x'] }

test.each([
  ['rows', newCodes({ rows: [row, row] })],
  ['a change', { kind: 'change', selection: { ids: [crypto.randomUUID()] }, change: { tags: ['x'] } }],
])('hostile values are judged or refused, and nothing is created: %s', async (_name, honest) => {
  const payloads = hostileJson(honest)
  await fc.assert(
    fc.asyncProperty(payloads, async (payload) => {
      const headers = { 'content-type': 'application/json' }
      const reply = await product.as(an).inject({ method: 'POST', url: BULK_RUNS, headers, payload })
      expect(reply.statusCode, reply.body).toBeLessThan(500)
    }),
    { numRuns: runs(40) },
  )
  expect((await codesOf(product, an).list({})).result).toEqual([])
})
