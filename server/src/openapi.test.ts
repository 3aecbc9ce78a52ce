import { runs } from '@scanleaf/qr/property-runs'
import { Validator } from '@seriousme/openapi-schema-validator'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import { aDynamicCode, aStaticCode, codesOf } from './features/user-codes/testing'
import { type Person, TEST_SETUP_TOKEN, testApp } from './testing/app'
import {
  type FuzzContext,
  type JsonSchema,
  NOT_TRIED,
  near,
  type OpenApi,
  type Operation,
} from './testing/from-schema'

const RUNS = 12
const MINUTE_MS = 60_000

const given = testApp({
  BILLING: 'on',
  BANK_BIN: '970416',
  BANK_ACCOUNT_NUMBER: '1',
  BANK_ACCOUNT_NAME: 'LA',
})
let admin: Person
let member: Person
beforeEach(async () => {
  admin = await given.signedIn({ setupToken: TEST_SETUP_TOKEN })
  member = await given.signedIn()
})

const description = async (): Promise<OpenApi> => (await given.inject('/openapi.json')).json()

test('the description of the calls is OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate((await description()) as never)
  expect(errors ?? [], JSON.stringify(errors)).toEqual([])
  expect(valid).toBe(true)
})

test('nothing that is sent near the described shapes is answered by a failure of ours', async () => {
  const { paths, components } = await description()
  const codes = codesOf(given, member)
  // Somebody whom a call may well block: the two who call have to sign in again.
  const other = await given.signedIn()
  const around: FuzzContext = {
    resolve: (ref) => components?.schemas?.[ref.split('/').at(-1) ?? ''] ?? {},
    ids: [
      other.id,
      (await codes.save(aDynamicCode())).id,
      (await codes.save(aStaticCode('Text', { plainText: 'a' }))).id,
    ],
  }
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const name = `${method} ${path}`
      if (NOT_TRIED.test(name)) continue
      // Limits of calls a minute and an hour would answer most of them.
      given.clock.advance(61 * MINUTE_MS)
      member = await given.signInAgain(member)
      admin = await given.signInAgain(admin)
      await fc.assert(
        fc.asyncProperty(requests(path, operation, around), fc.boolean(), async (request, isAdmin) => {
          const reply = await given
            .as(isAdmin ? admin : member)
            .inject({ ...request, method: method.toUpperCase() as 'GET' })
          const told = `${name} ${JSON.stringify(request)}: ${reply.statusCode} ${reply.body}`
          expect(reply.statusCode, told).toBeLessThan(500)
          if (reply.statusCode < 400) return
          const { statusCode, error, message } = reply.json()
          expect([statusCode, typeof error.code, typeof message], told).toEqual([
            reply.statusCode,
            'string',
            'string',
          ])
        }),
        { numRuns: runs(RUNS) },
      )
    }
  }
})

test('a NUL in an address, which no database holds, is never answered by a failure of ours', async () => {
  const { paths } = await description()
  const failures: string[] = []
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { parameters = [] }] of Object.entries(operations)) {
      if (NOT_TRIED.test(`${method} ${path}`)) continue
      const asked = parameters.filter((each) => each.in === 'query').map(({ name }) => `${name}=%00`)
      const inPath = path.replace(/\{\w+\}/g, '%00')
      for (const url of [
        inPath,
        ...asked.map((query) => `${path.replace(/\{\w+\}/g, member.id)}?${query}`),
      ]) {
        const reply = await given.as(admin).inject({ url, method: method.toUpperCase() as 'GET' })
        if (reply.statusCode >= 500) failures.push(`${method} ${url}: ${reply.body}`)
      }
    }
  }
  expect(failures).toEqual([])
})

/** Lists without pages, and what bounds them. */
const WHOLE_LISTS = {
  '/identity/sessions': 'the newest 100',
  '/identity/users/{id}/sessions': 'the newest 100',
  '/identity/invitations': 'the newest 100',
  '/gateway/api/qrcode/bulk-runs/{id}/rows': '100 a page, by cursor',
  '/gateway/api/qrcode/user-codes/tags': 'the 200 most frequent',
  '/gateway/api/qrcode/user-codes/{id}/changes': 'the newest 100',
  '/gateway/api/qrcode/pages/{id}/versions': 'the newest 100',
  '/gateway/api/qrcode/pdf-qrcodes/{id}/versions': 'the newest 100',
  '/gateway/api/api-keys/': 'at most 50 of a workspace',
  '/webhooks': 'at most 10 of a workspace',
  '/webhooks/samples': 'one of each type',
  '/webhooks/{id}/deliveries': 'pages of 50 by cursor',
  '/gateway/api/workspaces/': 'of one person, at most 101',
  '/gateway/api/workspaces/{workspaceId}/history': '50 a page, by cursor',
  '/gateway/api/workspaces/{workspaceId}/members': 'at most 100',
  '/gateway/api/workspaces/{workspaceId}/invitations': 'at most 200 are open',
  '/gateway/api/qrcode/code-reports/': 'the latest, by the limit of the call',
  '/admin/code-reports/pages/': 'the 50 that wait longest',
  '/gateway/api/billing/plans': 'those of the product',
  '/gateway/api/billing/payment-types': 'those of the product',
  '/gateway/api/billing/payment-methods': 'those of the product',
  '/gateway/api/billing/notices': 'the oldest 100',
  '/gateway/api/admin/billing/transfers/{id}/refunds':
    'those of one payment, which are never more than its dongs',
  '/gateway/api/qrcode/message-gpt': 'pages of 20 by cursor',
  '/gateway/api/qrcode/message-gpt/actions': 'pages of 20 by cursor',
}

test('each list has pages of at most 100, or is bounded by what it is of', async () => {
  const { paths, components } = await description()
  const resolved = (schema: JsonSchema = {}): JsonSchema =>
    schema.$ref ? resolved(components?.schemas?.[schema.$ref.split('/').at(-1) ?? '']) : schema
  const whole: string[] = []
  for (const [path, { get }] of Object.entries(paths)) {
    const body = get?.responses?.['200']?.content?.['application/json']?.schema
    if (resolved(resolved(body).properties?.['result']).type !== 'array') continue
    if (!get?.parameters?.some(({ name }) => name === 'limit')) whole.push(path)
    else {
      const url = `${path.replace(/\{\w+\}/g, member.id)}?limit=1000000`
      const reply = await given.as(admin).inject({ url })
      const isRefused = [404, 422].includes(reply.statusCode)
      expect([path, isRefused || reply.json().meta.limit <= 100]).toEqual([path, true])
    }
  }
  expect(whole.sort()).toEqual(Object.keys(WHOLE_LISTS).sort())
})

function requests(
  path: string,
  { parameters = [], requestBody }: Operation,
  around: FuzzContext,
): fc.Arbitrary<InjectOptions> {
  const placed = (place: string) =>
    fc.record(
      Object.fromEntries(
        parameters.filter((each) => each.in === place).map((each) => [each.name, near(each.schema, around)]),
      ),
      { requiredKeys: [] },
    )
  const schema = requestBody?.content['application/json']?.schema
  const body = schema ? near(schema, around) : fc.constant(undefined)
  return fc.tuple(placed('path'), placed('query'), body).map(([named, query, payload]) => ({
    url: path.replace(/\{(\w+)\}/g, (_whole, name: string) => encoded(named[name] ?? 'x')),
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, textOf(value)])),
    remoteAddress: '10.1.2.3',
    ...(payload !== undefined && {
      payload: JSON.stringify(payload),
      headers: { 'content-type': 'application/json' },
    }),
  }))
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)) ?? ''
/** Lone surrogates cannot stand in an address. */
const encoded = (value: unknown): string => encodeURIComponent(textOf(value).toWellFormed())
