import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePorts } from '../../../../../scripts/lib/free-ports.mjs'
import { timeoutMs } from '../../../../../scripts/test/timeouts.mjs'
import { testApp } from '../../../testing/app'
import { openPublicListener } from '../../../testing/public-listener'
import { testDns } from '../../../testing/services/dns'
import { SOON } from '../../../testing/soon'
import { visitorOf } from '../../../testing/visitor'
import { aDynamicCode, codesOf } from '../../user-codes/testing'
import { runBulkJobs } from '../testing'
import { importsOf } from './testing'

const ADDRESS = '203.0.113.80'
const HOST = 'go.lasen.vn'
const PATHS = 1000
/** Scans at the same time. */
const AT_ONCE = 25

const [port] = await freePorts(1)
const dns = testDns()
const product = testApp({
  DOMAIN_ADDRESS: ADDRESS,
  PUBLIC_PORT: String(port),
  get DNS_SERVERS() {
    return dns.address()
  },
})
let listener: Awaited<ReturnType<typeof openPublicListener>>
beforeAll(async () => {
  listener = await openPublicListener(product)
})
afterAll(() => listener.close())

const { ask } = visitorOf(() => listener.port, HOST)

const runJobs = () => runBulkJobs(product, false)

/** Paths of every shape that services give out; each target names its path. */
const PRINTED = [
  ...['AbC', 'abc', 'menu', 'tet/2025', 'a.b~c_d-e', '%E1%BA%AEn', 'x'],
  ...Array.from({ length: PATHS - 7 }, (_, n) => `${n % 2 ? 'K' : 'k'}${n.toString(36)}`),
]
const targetOf = (path: string) => `https://lasen.vn/to?path=${encodeURIComponent(path)}`

test(
  'a moved domain leads all that is printed to where it led before, and no stranger with it',
  async () => {
    const stranger = codesOf(product, await product.signedIn())
    const menu = await stranger.save(aDynamicCode({ dynamicId: 'menu' }))
    const an = await product.signedIn()
    const given = importsOf(product, an)
    const file = [
      'link,long_url,archived',
      ...PRINTED.map((path) => `${HOST}/${path},${targetOf(path)},false`),
    ]
    const dry = await given.dryRun(file.join('\n'))
    expect(dry).toMatchObject({ host: HOST, verdicts: { kept: PATHS } })
    const settings = (method: 'GET' | 'PATCH', payload?: object) =>
      product.as(an).inject({ method, url: '/gateway/api/qrcode/settings', ...(payload && { payload }) })
    await settings('PATCH', { qrcodeDomain: HOST })

    // The old service still has the domain.
    dns.says(HOST, { a: ['198.51.100.7'] })
    expect(await given.check(dry.id)).toMatchObject({
      isProven: false,
      isPointedHere: false,
      askedBy: 'id',
      paths: [],
    })
    await given.start(dry.id)
    await runJobs()
    expect(await given.read(dry.id)).toMatchObject({ state: 'done', done: PATHS })
    const before = await given.check(dry.id)
    expect(before).toMatchObject({
      ...{ host: HOST, isProven: false, isPointedHere: false, askedBy: 'id' },
      plan: {
        registered: 'lasen.vn',
        records: [
          { type: 'TXT', name: '_scanleaf.go', value: `qr-${an.id}`, ttl: 300, state: 'missing', found: [] },
          { type: 'A', name: 'go', value: ADDRESS, ttl: 300, state: 'other', found: ['198.51.100.7'] },
        ],
        current: [{ type: 'A', value: '198.51.100.7' }],
      },
    })
    expect(before.paths).toHaveLength(10)
    expect(before.paths.map(({ outcome }) => outcome)).toEqual(Array(10).fill('right'))

    dns.says(HOST, { a: [ADDRESS], txt: [`qr-${an.id}`] })
    expect(await given.check(dry.id)).toMatchObject({ isProven: true, isPointedHere: true, askedBy: 'path' })
    // The redirect hears of the domain by a notification.
    await expect.poll(async () => (await ask('/AbC', { method: 'HEAD' })).status, SOON).toBe(302)
    const after = await given.check(dry.id)
    expect(after.plan?.records.map(({ state }) => state)).toEqual(['right', 'right'])
    expect(after.paths.map(({ outcome }) => outcome)).toEqual(Array(10).fill('right'))

    const wrong: string[] = []
    for (let at = 0; at < PRINTED.length; at += AT_ONCE) {
      const some = PRINTED.slice(at, at + AT_ONCE)
      const answers = await Promise.all(some.map((path) => ask(`/${path}`)))
      for (const [index, { status, headers }] of answers.entries()) {
        const path = some[index] ?? ''
        if (status !== 302 || headers['location'] !== targetOf(path)) wrong.push(path)
      }
    }
    expect(wrong).toEqual([])
    // Under the code host the id is the stranger's, as before.
    const theirs = await visitorOf(() => listener.port, 'qr.test').ask('/menu')
    expect(theirs.headers['location']).toBe(JSON.parse(menu.codeContent).content)
    // The checks were not scans.
    expect((await codesOf(product, an).list({ limit: '1' })).result[0].scanCounter).toBe(0)
  },
  timeoutMs(120),
)
