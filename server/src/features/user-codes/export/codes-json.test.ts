import { MAX_IMPORT_BYTES } from '@scanleaf/shared'
import { expect, test } from 'vitest'
import { codesJson } from './codes-json'

test('more codes than an import takes are in several files, each of them whole', async () => {
  const names = Array.from({ length: 3 }, (_, index) =>
    JSON.stringify({ name: 'x'.repeat(MAX_IMPORT_BYTES / 2 - 2048), index }),
  )
  async function* codes() {
    yield* names
  }
  const read: { path: string; codes: { index: number }[] }[] = []
  for await (const { path, read: bytes } of codesJson(codes(), new Date(0))) {
    let text = ''
    for await (const piece of bytes()) text += piece
    expect(Buffer.byteLength(text)).toBeLessThan(MAX_IMPORT_BYTES)
    read.push({ path, codes: JSON.parse(text).codes })
  }
  expect(read.map(({ path, codes: some }) => [path, some.map(({ index }) => index)])).toEqual([
    ['codes.json', [0, 1]],
    ['codes-2.json', [2]],
  ])
})
