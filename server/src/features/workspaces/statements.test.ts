import { afterAll, expect, test } from 'vitest'
import { setTracer } from '../../platform/tracing'
import { testApp } from '../../testing/app'
import { sharingOf } from './testing'

const sent: string[] = []
setTracer({
  root: (_name, work) => work(),
  step: (_name, attributes, work) => {
    sent.push(String(attributes['db.query.text']))
    return work()
  },
  followRequests: () => {},
  logFields: () => ({}),
  close: async () => {},
})
afterAll(() => setTracer(null))

const product = testApp()
const sharing = sharingOf(product)
const CODES = '/gateway/api/qrcode/user-codes?productId=dynamic-code'

test('a call in the home runs the same statements whether it is shared or not; in another workspace one more', async () => {
  const [lan, minh] = [await product.signedIn(), await product.signedIn()]
  async function statementsOf(call: Promise<{ statusCode: number }>): Promise<string[]> {
    expect((await call).statusCode).toBe(200)
    return sent.splice(0)
  }
  const atHome = () => statementsOf(product.as(lan).inject({ url: CODES }))
  await atHome()
  const alone = await atHome()
  expect(alone.length).toBeGreaterThan(0)
  expect(alone.filter((statement) => statement.includes('workspace'))).toEqual([])
  await sharing.join(lan, minh, 'viewer')
  sent.length = 0
  expect(await atHome()).toEqual(alone)
  const within = await statementsOf(sharing.within(minh, lan.id).inject({ url: CODES }))
  expect(within).toHaveLength(alone.length + 1)
  expect(within.filter((statement) => statement.includes('workspace_members'))).toHaveLength(1)
})
