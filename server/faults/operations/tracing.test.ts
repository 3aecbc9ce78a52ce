import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { freePorts } from '../../../scripts/lib/free-ports.mjs'
import { Person } from '../harness/person'
import { killPrograms, startProgram } from '../harness/program'

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

interface Sent {
  resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Span[] }[] }[]
}

/** Writes to standard error which packages of OpenTelemetry the program asks for. */
const WATCH = `import { register } from 'node:module'
register('data:text/javascript,' + encodeURIComponent(\`export async function resolve(name, context, next) {
  if (name.startsWith('@opentelemetry/')) process._rawDebug('loads ' + name)
  return next(name, context)
}\`))`

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-tracing-'))
let collector: Server
let bodies: string[]
let settings: Record<string, string>

beforeAll(async () => {
  writeFileSync(join(folder, 'watch.mjs'), WATCH)
  collector = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    if (request.url === '/v1/traces') bodies.push(body)
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  collector.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  bodies = []
  settings = {
    DATA_DIR: mkdtempSync(join(folder, 'data-')),
    LOG_LEVEL: 'info',
    NODE_OPTIONS: `--import=${join(folder, 'watch.mjs')}`,
  }
})
afterEach(killPrograms)

const sent = () => bodies.flatMap((body) => (JSON.parse(body) as Sent).resourceSpans)
const spans = () => sent().flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans))
const attributeOf = (attributes: Span['attributes'], name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? value?.intValue
}

test('requests, their statements and jobs are followed, by their routes and without what people sent', async () => {
  const { port } = collector.address() as AddressInfo
  const program = await startProgram({
    ...settings,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  })
  await program.ready
  const person = await Person.register(program.url)
  const id = await person.createCode(program.url, 'https://secret-target.example/')
  await person.get(program.url, `qrcode/user-codes/${id}?secret=in-the-address`)
  await program.kill('SIGTERM')
  expect(await program.ended).toBe(0)

  const read = spans().find(({ name }) => name === 'GET /gateway/api/qrcode/user-codes/:id')
  expect(attributeOf(read?.attributes ?? [], 'http.response.status_code')).toBe(200)
  const steps = spans().filter(({ parentSpanId }) => parentSpanId === read?.spanId)
  expect(steps.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['select sessions', expect.not.stringMatching('sessions')]),
  )
  for (const { traceId } of steps) expect(traceId).toBe(read?.traceId)
  expect(spans().map(({ name }) => name)).toContain('POST /gateway/api/qrcode/user-codes')
  expect(program.said()).toContain(`"trace_id":"${read?.traceId}"`)
  expect(attributeOf(sent()[0]?.resource.attributes ?? [], 'service.name')).toBe('scanleaf')
  for (const secret of [
    id,
    'secret-target',
    'in-the-address',
    '@example',
    'Bearer',
    '127.0.0.1',
    'host.name',
  ])
    expect(bodies.join('\n')).not.toContain(secret)
  expect(program.complaint()).toContain('loads @opentelemetry/')
})

test('a collector that is away slows nothing, holds no stop up, and is told of once', async () => {
  const [port] = await freePorts(1)
  const program = await startProgram({
    ...settings,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_TIMEOUT: '100',
    OTEL_BSP_SCHEDULE_DELAY: '20',
  })
  await program.ready
  const person = await Person.register(program.url)
  const told = () => program.said().split('the OpenTelemetry collector is unreachable').length - 1
  await expect.poll(told, { timeout: 30_000 }).toBe(1)
  await person.createCode(program.url, 'https://example.com/')
  await program.kill('SIGTERM')
  expect(await program.ended).toBe(0)
  expect(told()).toBe(1)
})

test('without the setting nothing of OpenTelemetry is loaded', async () => {
  const program = await startProgram(settings)
  await program.ready
  await Person.register(program.url)
  await program.kill('SIGTERM')
  expect(program.complaint()).not.toContain('opentelemetry')
  expect(program.said()).not.toContain('trace_id')
})
