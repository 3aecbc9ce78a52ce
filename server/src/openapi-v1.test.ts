import { readFileSync } from 'node:fs'
import { isApiScope } from '@scanleaf/shared'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import packageJson from '../../package.json'
import type { ApiDescription } from './platform/http/public-description'
import { testApp } from './testing/app'
import { shapeBreaks } from './testing/shape-breaks'

const product = testApp({ BILLING: 'on' })
const SNAPSHOT = new URL('./testing/openapi-v1.snap', import.meta.url)

const described = async (): Promise<ApiDescription> => (await product.inject('/openapi/v1.json')).json()
const operationsOf = ({ paths }: ApiDescription) =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method, ...operation })),
  )

test('the public description is OpenAPI 3.1 of this version, and small enough to generate from', async () => {
  const reply = await product.inject('/openapi/v1.json')
  const { valid, errors } = await new Validator().validate(reply.json() as never)
  expect(errors ?? [], JSON.stringify(errors)).toEqual([])
  expect(valid).toBe(true)
  expect(reply.json().info.version).toBe(packageJson.version)
  expect(reply.rawPayload.length).toBeLessThan(200_000)
})

test('it has every call that a key may make and no other, each with a name, a summary, its scope and its errors', async () => {
  const operations = operationsOf(await described())
  const ofKeys = product
    .routes()
    .filter(({ access }) => access !== undefined && isApiScope(access))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}').replace(/\/$/, '')}`)
  expect(
    operations.map(({ method, path }) => `${method.toUpperCase()} ${path.replace(/\/$/, '')}`).sort(),
  ).toEqual(ofKeys.sort())
  const names = operations.map(({ operationId }) => operationId)
  expect(new Set(names)).toHaveProperty('size', names.length)
  for (const { operationId, summary, security, responses, path, ...operation } of operations) {
    expect(operationId).toMatch(/^[a-z]+\.[a-zA-Z]+$/)
    expect([operationId, summary]).toEqual([operationId, expect.stringMatching(/^\S.*[^.]$/)])
    expect([operationId, isApiScope(operation['x-scope'] ?? '')]).toEqual([operationId, true])
    expect(security).toEqual([{ key: [] }, { session: [] }])
    const expected = ['401', '403', '429', ...(path.includes('{') ? ['404'] : [])]
    expect([operationId, Object.keys(responses ?? {})]).toEqual([
      operationId,
      expect.arrayContaining(expected),
    ])
  }
})

test('its schemas have names, and each that is named is there and used', async () => {
  const description = await described()
  const named = new Set(
    [...JSON.stringify(description).matchAll(/#\/components\/schemas\/([^"]+)/g)].map(([, name]) => name),
  )
  expect([...named].sort()).toEqual(Object.keys(description.components.schemas))
  expect(Object.keys(description.components.schemas)).toEqual(
    expect.arrayContaining(['Error', 'UserCode', 'PdfCode', 'BulkRun', 'Scans']),
  )
})

test('shapes only grow: no program that was written for the recorded description breaks by this one', async () => {
  const {
    info: _introduction,
    servers: _address,
    ...shapes
  } = (await described()) as ApiDescription & {
    servers: unknown
  }
  const recorded = JSON.parse(readFileSync(SNAPSHOT, 'utf8')) as ApiDescription
  expect(shapeBreaks(recorded, shapes as ApiDescription)).toEqual([])
  await expect(`${JSON.stringify(shapes, null, 1)}\n`).toMatchFileSnapshot(SNAPSHOT.pathname)
})

test('a break is named, and growth is none', () => {
  const of = (operation: object, more: object = {}): ApiDescription => ({
    info: { title: '', version: '' },
    paths: { '/codes': { post: { operationId: 'codes.create', ...operation } } },
    components: { schemas: { Code: { type: 'object', ...more } } },
  })
  const json = (schema: object) => ({ content: { 'application/json': { schema } } })
  const code = { $ref: '#/components/schemas/Code' }
  const id = { properties: { id: { type: 'string' } }, required: ['id'] }
  const both = { id: { type: 'string' }, name: { type: 'string' } }
  const answer = { responses: { 201: json(code) } }
  const request = { requestBody: json(code) }
  const breaks = (...[before, now]: [ApiDescription, ApiDescription]) => shapeBreaks(before, now)
  expect(breaks(of(answer, id), of(answer, id))).toEqual([])
  expect(breaks(of(answer, id), of(answer, { properties: both, required: ['id', 'name'] }))).toEqual([])
  expect(breaks(of(request, id), of(request, { properties: both, required: ['id'] }))).toEqual([])
  expect(breaks(of({}), { ...of({}), paths: {} })).toEqual(['post /codes is gone'])
  expect(breaks(of({}), of({ operationId: 'codes.make' }))).toEqual(['post /codes is no longer codes.create'])
  expect(breaks(of({ 'x-scope': 'a' }), of({ 'x-scope': 'b' }))).toEqual(['post /codes needs another scope'])
  expect(breaks(of(answer, id), of({ responses: {} }))).toContain('post /codes no longer answers 201')
  expect(breaks(of(answer, id), of(answer))).toEqual(['post /codes 201.id is gone'])
  expect(breaks(of(answer, id), of(answer, { properties: id.properties }))).toEqual([
    'post /codes 201.id may be missing now',
  ])
  expect(
    breaks(of(answer, id), of(answer, { properties: { id: { type: 'integer' } }, required: ['id'] })),
  ).toEqual(['post /codes 201.id is integer instead of string'])
  expect(breaks(of(request, id), of(request, { properties: both, required: ['id', 'name'] }))).toEqual([
    'post /codes body.name must be sent now',
  ])
  const kinds = (...values: string[]) => ({ properties: { kind: { type: 'string', enum: values } } })
  expect(breaks(of(request, kinds('a', 'b')), of(request, kinds('a')))).toEqual([
    'post /codes body.kind no longer takes b',
  ])
  expect(breaks(of(request, kinds('a')), of(request, kinds('a', 'b')))).toEqual([])
})
