import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pdfCallsOf, someDetails } from '../features/pdf-codes/testing'
import { aDynamicCode, aStaticCode, codesOf, website } from '../features/user-codes/testing'
import { type Person, TEST_SETUP_TOKEN, testApp } from '../testing/app'
import { type JsonSchema, NOT_TRIED, type OpenApi } from '../testing/from-schema'
import { openPublicListener } from '../testing/public-listener'

const MINUTE_MS = 60_000
/**
 * A request may take this many times the processor time of the slowest one with an ordinary text of the same length: a
 * slow or busy machine is so for both. A pattern with catastrophic backtracking takes thousands of times more.
 */
const MAX_RATIO = 20

const given = testApp({
  BILLING: 'on',
  PUBLIC_PORT: '0',
  PDF_HOST: 'http://qr.test/p',
  // The canary listens on the loopback interface.
  ALLOW_PRIVATE_TARGETS: 'on',
})
let admin: Person
let member: Person
/** A server that would fetch an address that a user typed connects here. */
const canary = createServer((socket) => {
  visits++
  socket.destroy()
})
let visits = 0

beforeAll(() => new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve)))
afterAll(() => canary.close())
beforeEach(async () => {
  admin = await given.signedIn({ setupToken: TEST_SETUP_TOKEN })
  member = await given.signedIn()
})

const canaryUrl = (path = '') => `http://127.0.0.1:${(canary.address() as AddressInfo).port}/${path}`

/** Every call of the description, with the text in every field that takes one. */
async function inEveryField(text: string): Promise<{ name: string; request: InjectOptions }[]> {
  const { paths, components }: OpenApi = (await given.inject('/openapi.json')).json()
  const filled = (schema: JsonSchema, depth = 0): unknown => {
    if (schema.$ref) return filled(components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''] ?? {}, depth)
    const choice = (schema.anyOf ?? schema.oneOf)?.[0]
    if (choice) return filled(choice, depth)
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => filled(part, depth)))
    if (schema.properties && depth < 6)
      return Object.fromEntries(
        Object.entries(schema.properties).map(([name, part]) => [name, filled(part, depth + 1)]),
      )
    if (schema.enum) return schema.enum[0]
    const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
    if (type === 'integer' || type === 'number') return 1
    if (type === 'boolean') return true
    if (type === 'array') return [filled(typeof schema.items === 'object' ? schema.items : {}, depth + 1)]
    return text
  }
  // An address has room for less than a body.
  const short = text.slice(0, 2_000)
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [], requestBody }]) => {
      const name = `${method} ${path}`
      if (NOT_TRIED.test(name)) return []
      const schema = requestBody?.content['application/json']?.schema
      const query = parameters.filter((each) => each.in === 'query').map((each) => [each.name, short])
      const request = {
        method: method.toUpperCase() as 'GET',
        url: path.replace(/\{\w+\}/g, encodeURIComponent(short.slice(0, 200).toWellFormed())),
        query: Object.fromEntries(query),
        remoteAddress: '10.1.2.3',
        ...(schema && {
          payload: JSON.stringify(filled(schema)),
          headers: { 'content-type': 'application/json' },
        }),
      }
      return [{ name, request }]
    }),
  )
}

/** Who may call everything. Rate limits per minute and hour would answer most of the requests. */
async function freshCaller() {
  given.clock.advance(61 * MINUTE_MS)
  return given.as(await given.signInAgain(admin))
}

/** @param mostCpuMs what takes longer is measured once more: garbage of others may have been collected meanwhile */
async function askAll(
  text: string,
  judge: (name: string, status: number, cpuMs: number) => void,
  mostCpuMs = Number.POSITIVE_INFINITY,
) {
  let caller = await freshCaller()
  const measure = async (request: InjectOptions) => {
    const before = process.cpuUsage()
    const { statusCode } = await caller.inject(request)
    return { status: statusCode, cpuMs: process.cpuUsage(before).user / 1000 }
  }
  for (const { name, request } of await inEveryField(text)) {
    const first = await measure(request)
    let { cpuMs } = first
    if (cpuMs >= mostCpuMs) {
      caller = await freshCaller()
      cpuMs = Math.min(cpuMs, (await measure(request)).cpuMs)
    }
    judge(name, first.status, cpuMs)
  }
}

/** Texts for which a careless pattern, normaliser or segmenter takes the square of their length, or worse. */
const HARD: Record<string, string> = {
  'letters and no end': `${'a'.repeat(30_000)}!`,
  'blanks before a letter': `${' '.repeat(30_000)}x`,
  'tabs and lines': '\t\n'.repeat(15_000),
  'digits and no unit': `${'1'.repeat(30_000)}x`,
  'parts of a host': `http://${'a.'.repeat(15_000)}`,
  'hyphens of a host': `${'a-'.repeat(15_000)}.example.com`,
  'at signs': 'a@'.repeat(15_000),
  'dots before an at sign': `${'a.'.repeat(15_000)}@`,
  slashes: '/'.repeat(30_000),
  'percent signs': '%'.repeat(30_000),
  'marks on one letter': `a${'\u0301'.repeat(20_000)}`,
  'marks in the wrong order': '\u0327\u0301'.repeat(15_000),
  'one emoji of many': '👩\u200d'.repeat(10_000),
  'open brackets': '['.repeat(30_000),
  'open braces': '{"a":'.repeat(8_000),
  'stars of Markdown': '*_'.repeat(15_000),
}

let ordinaryCpuMs = 0

test.each(Object.entries(HARD))('%s in any field cost no time', async (_kind, text) => {
  if (ordinaryCpuMs === 0) {
    // What is read with the first call that needs it is read.
    await askAll('Phở', () => {})
    await askAll('Phở bò. '.repeat(3_750), (_name, _status, cpuMs) => {
      ordinaryCpuMs = Math.max(ordinaryCpuMs, cpuMs)
    })
  }
  const mostCpuMs = MAX_RATIO * ordinaryCpuMs
  await askAll(
    text,
    (name, status, cpuMs) => {
      expect(status, name).toBeLessThan(500)
      expect(cpuMs, name).toBeLessThan(mostCpuMs)
    },
    mostCpuMs,
  )
})

test('an address that is typed anywhere is asked by nobody', async () => {
  await askAll(canaryUrl('described'), (name, status) => expect(status, name).toBeLessThan(500))
  const codes = codesOf(given, member)
  const site = await codes.save(aDynamicCode({ codeContent: website(canaryUrl('target')) }))
  await codes.save(aStaticCode('Website', { content: canaryUrl('static') }))
  await codes.call('POST', '', aDynamicCode({ logo: { link: canaryUrl('logo.png') } }))
  await codes.call('POST', `/logo/${site.id}`, { link: canaryUrl('logo.png'), background: '' })
  const { create } = pdfCallsOf(given)
  const pdf = await create(member, someDetails({ name: 'canary', website: canaryUrl('company') }))
  expect(pdf.statusCode).toBe(201)
  await given.as(member).inject({
    method: 'POST',
    url: '/gateway/api/qrcode/pdf-qrcodes',
    payload: { ...someDetails(), pdfUrl: canaryUrl('menu.pdf') },
  })
  await given.as(member).inject({
    method: 'POST',
    url: '/gateway/api/qrcode/message-gpt',
    payload: { msg: `What does ${canaryUrl('chat')} say? ![](${canaryUrl('picture.png')})` },
  })
  const listener = await openPublicListener(given)
  const at = (path: string) =>
    fetch(`http://127.0.0.1:${listener.port}${path}`, { redirect: 'manual', headers: { host: 'qr.test' } })
  const { pathname } = new URL(site.codeRedirect ?? '')
  for (const path of [pathname, `${pathname}+`, `${pathname}+report`, '/p/canary', '/p/canary/page.webp'])
    await (await at(path)).arrayBuffer()
  await listener.close()
  expect(visits).toBe(0)
})
