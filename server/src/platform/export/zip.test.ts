import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { open as openZip, type ZipFile } from 'yauzl'
import { unzipped } from '../../testing/unzipped'
import type { SmallEntry } from './entry'
import { zipOf } from './zip'
import { CentralDirectory, localHeader, zipName } from './zip-format'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')
const nextTurn = () => new Promise(setImmediate)

async function bytesOf(entries: AsyncIterable<SmallEntry>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of zipOf(entries)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

test('a ZIP of many and large entries is written as it is read: no entry before its turn, and never far ahead', async () => {
  const CHUNK = Buffer.alloc(65_536, 7)
  const CHUNKS = 64
  const asked = { entries: 0, bytes: 0 }
  const taken = { entries: 0, bytes: 0 }
  const most = { entries: 0, bytes: 0 }
  async function* entries() {
    for (let index = 0; index < 20; index++) {
      most.entries = Math.max(most.entries, ++asked.entries - taken.entries)
      yield {
        path: `files/${index}`,
        isPacked: true,
        async *read() {
          for (let chunk = 0; chunk < CHUNKS; chunk++) {
            asked.bytes += CHUNK.length
            most.bytes = Math.max(most.bytes, asked.bytes - taken.bytes)
            yield CHUNK
          }
          taken.entries++
        },
      }
    }
  }
  for await (const chunk of zipOf(entries())) taken.bytes += chunk.length
  expect(taken.bytes).toBeGreaterThan(20 * CHUNKS * CHUNK.length)
  expect(most.entries).toBe(1)
  expect(most.bytes).toBeLessThan(1024 * 1024)
})

test.each([true, false])(
  'what fails in an entry fails the file, and what nobody reads further is closed (isPacked: %s)',
  async (isPacked) => {
    async function* failing() {
      yield {
        path: 'a',
        isPacked,
        async *read() {
          yield 'x'
          throw new Error('the database is away')
        },
      }
    }
    const read = async () => {
      for await (const _ of zipOf(failing()));
    }
    await expect(read()).rejects.toThrow('the database is away')
    let isClosed = false
    async function* endless() {
      yield {
        path: 'a',
        isPacked,
        async *read() {
          try {
            for (;;) yield Buffer.alloc(65_536)
          } finally {
            isClosed = true
          }
        },
      }
    }
    let chunks = 0
    for await (const _ of zipOf(endless())) if (++chunks === 3) break
    await expect.poll(() => isClosed).toBe(true)
  },
)

test.each([true, false])('a ZIP holds no file that it has passed on (isPacked: %s)', async (isPacked) => {
  const FILES = 200
  const given: WeakRef<Uint8Array>[] = []
  const held = () => given.filter((file) => file.deref() !== undefined).length
  let most = 0
  async function* entries() {
    for (let index = 0; index < FILES; index++) {
      const bytes = Buffer.alloc(65_536, index)
      given.push(new WeakRef(bytes))
      yield { path: `images/${index}.png`, bytes, isPacked }
      // Those that were looked at in this turn stay until the next one.
      await nextTurn()
      if (index % 20 !== 19) continue
      collectGarbage()
      most = Math.max(most, held())
    }
  }
  for await (const _ of zipOf(entries()));
  expect(given).toHaveLength(FILES)
  expect(most).toBeLessThan(10)
})

test('programs find every file: texts in pieces, whole bytes, more than 65,535, and one behind 4 GiB', async () => {
  const pieces = Array.from({ length: 20_000 }, (_, line) => `${line} Thực đơn 🍜\n`)
  const mixed = await bytesOf(
    (async function* () {
      yield {
        path: 'text.txt',
        async *read() {
          yield* pieces
          yield Buffer.from('end')
        },
      }
      yield { path: 'Thư mục/Báo giá.pdf', bytes: Buffer.from('%PDF'), isPacked: true }
      yield { path: 'empty.csv', bytes: Buffer.alloc(0) }
    })() as AsyncGenerator<SmallEntry>,
  )
  const files = [...(await unzipped(mixed))].map(([path, bytes]) => [path, bytes.toString()])
  expect(files).toEqual([
    ['text.txt', `${pieces.join('')}end`],
    ['Thư mục/Báo giá.pdf', '%PDF'],
    ['empty.csv', ''],
  ])

  const MANY = 66_000
  async function* many() {
    for (let index = 0; index < MANY; index++)
      yield { path: `${index}`, bytes: Buffer.from([index & 255]), isPacked: true }
  }
  const unpacked = await unzipped(await bytesOf(many()))
  expect([unpacked.size, unpacked.get('65999')?.[0]]).toEqual([MANY, 65_999 & 255])

  const folder = mkdtempSync(join(tmpdir(), 'scanleaf-zip-'))
  const path = join(folder, 'large.zip')
  const offset = 5 * 1024 ** 3
  const facts = { size: 1, storedSize: 1, crc: 0x8cdc1683, isDeflated: false, isStreamed: false }
  const member = { name: zipName('far.txt'), ...facts, offset }
  const modifiedAt = new Date(2026, 10, 26, 12, 34, 56)
  const header = localHeader(member, modifiedAt)
  const directory = new CentralDirectory(modifiedAt)
  directory.add(member)
  const end = offset + header.length + 1
  // What precedes it is a hole, which takes no room on the disk.
  const file = await open(path, 'w')
  await file.write(Buffer.concat([header, Buffer.from('X'), ...directory.bytes(end)]), { position: offset })
  await file.close()
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    openZip(path, { lazyEntries: false }, (error, opened) => (error ? reject(error) : resolve(opened))),
  )
  const found = await new Promise<object>((resolve, reject) => zip.on('entry', resolve).on('error', reject))
  rmSync(folder, { recursive: true })
  expect(found).toMatchObject({
    fileName: 'far.txt',
    relativeOffsetOfLocalHeader: offset,
    uncompressedSize: 1,
  })
  expect((found as { getLastModDate(): Date }).getLastModDate()).toEqual(modifiedAt)
})

test.each(['', '/etc/passwd', 'a/../../b', 'C:/a', 'a\\b', 'folder/', 'x'.repeat(65_536)])(
  'a path that programs would not unpack here is refused: %j',
  (path) => {
    expect(() => zipName(path)).toThrow('ZIP file')
  },
)
