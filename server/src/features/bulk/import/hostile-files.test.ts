import { runs } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../testing/app'
import { hostileJson } from '../../../testing/hostile-json'
import { importsOf } from './testing'

const product = testApp()
let given: ReturnType<typeof importsOf>
beforeEach(async () => {
  given = importsOf(product, await product.signedIn())
})

const newest = async (): Promise<string | undefined> =>
  (await given.call('GET', '?limit=1')).json().result[0]?.id

/** Whatever a file holds, it is read or refused, and what is refused is nowhere. */
async function isReadOrRefused(file: string | Uint8Array<ArrayBuffer>): Promise<void> {
  const before = await newest()
  const reply = await given.upload(file)
  expect([201, 422]).toContain(reply.statusCode)
  expect(await newest()).toBe(reply.statusCode === 201 ? reply.json().result.id : before)
}

const LINK = {
  link: 'https://go.lasen.vn/a',
  long_url: 'https://a.vn',
  tags: ['x', { name: 'y' }],
  clicks: 7,
}
const CODE = {
  ...{ id: 'abc123', name: 'Bàn 1', contentType: 'Website', isDynamicCode: true, tags: ['x'] },
  ...{ codeContent: '{"content":"https://a.vn"}', settings: { errorCorrectionLevel: 'M', margin: 4 } },
}

test.each([
  ['a list of links', [LINK, LINK]],
  ['a list by its name', { data: [LINK] }],
  ['codes of ours', { format: 'scanleaf-codes', version: 1, codes: [CODE] }],
])('JSON with hostile values is read or refused: %s', async (_name, honest) => {
  await fc.assert(fc.asyncProperty(hostileJson(honest), isReadOrRefused), { numRuns: runs(25) })
})

test('CSV, a workbook and bytes of any kind are read or refused', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(
      '"',
      '""',
      ',',
      '\r',
      '\n',
      '\0',
      ';',
      '=1+1',
      'https://a.vn',
      '"'.repeat(500),
      'x'.repeat(60_000),
    ),
  )
  const csv = fc.array(cell, { maxLength: 60 }).map((cells) => `Name,Long URL\n${cells.join(',')}`)
  const workbook = fc
    .uint8Array({ maxLength: 400 })
    .map((bytes) => new Uint8Array([0x50, 0x4b, 3, 4, ...bytes]))
  const any = fc.uint8Array({ maxLength: 400 }).map((bytes) => new Uint8Array(bytes))
  await fc.assert(
    fc.asyncProperty(fc.oneof(csv, workbook, any), async (file) => {
      if (file.length > 0) await isReadOrRefused(file)
    }),
    { numRuns: runs(30) },
  )
})
