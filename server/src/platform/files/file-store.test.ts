import { mkdir, mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startBucket } from '../../testing/services/bucket'
import { MACHINE, PROCESS_KEY } from '../process-name'
import { type FileStore, openFiles } from './file-store'
import { openS3Files } from './s3-files'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scanleaf-files-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const openLocal = () => openFiles({ dataDir: folder, s3: null })

async function receivedFiles(): Promise<string[]> {
  const own = join(folder, 'files', 'tmp', `${MACHINE}-${process.pid}-${PROCESS_KEY}`)
  return readdir(own).catch(() => [])
}

/** How often this process has a file open (proc(5)). */
async function openFilesOf(path: string): Promise<number> {
  const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''))
  return (await Promise.all(links)).filter((target) => target === path).length
}

async function textOf(files: FileStore, key: string, range?: { start: number; end: number }) {
  const stream = await files.readStream(key, range)
  return stream && Buffer.concat(await stream.toArray()).toString()
}

async function keysOf(files: FileStore, under: string) {
  const keys: string[] = []
  for await (const { key, modifiedAt } of files.list(under)) {
    expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(60_000)
    keys.push(key)
  }
  return keys.sort()
}

describe.each(['disk', 'bucket'])('on the %s', (where) => {
  let bucket: Awaited<ReturnType<typeof startBucket>> | undefined
  let files: FileStore

  beforeEach(async () => {
    if (where === 'bucket') bucket = await startBucket()
    files = await openFiles({ dataDir: folder, s3: bucket?.config ?? null })
  })
  afterEach(async () => {
    await bucket?.close()
    bucket = undefined
  })

  test('what is written is read, replaced and removed', async () => {
    expect(await files.read('a/b')).toBeNull()
    expect(await files.readStream('a/b')).toBeNull()
    await files.write('a/b', Buffer.from('one'))
    expect(await textOf(files, 'a/b')).toBe('one')
    await files.write('a/b', Buffer.from('two'))
    expect(Buffer.from((await files.read('a/b')) ?? []).toString()).toBe('two')
    await files.remove('a/b')
    await files.remove('a/b')
    expect(await files.read('a/b')).toBeNull()
    expect(await receivedFiles()).toEqual([])
  })

  test('a file that breaks off as it comes leaves the old one and nothing of itself', async () => {
    async function* broken() {
      yield Buffer.from('new')
      throw new Error('broken off')
    }
    await files.write('a', Buffer.from('old'))
    await expect(files.writeStream('a', broken())).rejects.toThrow('broken off')
    expect(await textOf(files, 'a')).toBe('old')
    expect(await receivedFiles()).toEqual([])
  })

  test('a part is read with both ends included, as far as the file goes', async () => {
    await files.write('a', Buffer.from('0123456789'))
    expect(await textOf(files, 'a', { start: 0, end: 1 })).toBe('01')
    expect(await textOf(files, 'a', { start: 3, end: 6 })).toBe('3456')
    expect(await textOf(files, 'a', { start: 9, end: 9 })).toBe('9')
    expect(await textOf(files, 'a', { start: 9, end: 12 }), 'beyond the end').toBe('9')
    expect(await textOf(files, 'a', { start: 10, end: 12 }), 'behind the end').toBe('')
  })

  test('a large file arrives byte for byte', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 31) & 255))
    async function* blocks() {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
    }
    await files.writeStream('large', blocks())
    expect(bytes.equals((await files.read('large')) ?? Buffer.alloc(0))).toBe(true)
  })

  test('all files of a folder are listed, and no others', async () => {
    await files.write('pdf/aa/one', Buffer.from('1'))
    await files.write('pdf/bb/two', Buffer.from('2'))
    await files.write('images/cc/three', Buffer.from('3'))
    expect(await keysOf(files, 'pdf')).toEqual(['pdf/aa/one', 'pdf/bb/two'])
    expect(await keysOf(files, 'nothing')).toEqual([])
  })

  test.each(['../outside', 'a/../../outside', 'a\\..\\outside', '', '/a', 'a.b'])(
    'the key %j leads nowhere',
    async (key) => {
      await writeFile(join(folder, 'outside'), 'outside')
      await expect(files.write(key, Buffer.from('x'))).rejects.toThrow()
      expect(await files.read(key)).toBeNull()
    },
  )
})

test('what an ended process left half-received is gone after the next start, the rest stays', async () => {
  await (await openLocal()).write('kept', Buffer.from('kept'))
  const left = (name: string) => join(folder, 'files', 'tmp', name)
  const ended = `${MACHINE}-${process.pid}-${'0'.repeat(32)}`
  const elsewhere = `00000000-1-${'0'.repeat(32)}`
  for (const name of [ended, elsewhere]) {
    await mkdir(left(name), { recursive: true })
    await writeFile(join(left(name), 'half'), 'hal')
  }
  let more = () => {}
  const restArrives = new Promise<void>((resolve) => {
    more = resolve
  })
  async function* slowly() {
    yield Buffer.from('under ')
    await restArrives
    yield Buffer.from('way')
  }
  const underWay = (await openLocal()).writeStream('arrived', slowly())
  const files = await openLocal()
  expect(await readdir(join(folder, 'files', 'tmp'))).not.toContain(ended)
  expect(await readdir(left(elsewhere))).toEqual(['half'])
  more()
  await underWay
  expect(await textOf(files, 'arrived')).toBe('under way')
  expect(await textOf(files, 'kept')).toBe('kept')
})

describe('a bucket that fails', () => {
  let bucket: Awaited<ReturnType<typeof startBucket>>
  beforeEach(async () => {
    bucket = await startBucket()
  })
  afterEach(() => bucket.close())

  test('is said to be unavailable where nobody listens, and nothing is left of what was sent', async () => {
    const files = await openFiles({
      dataDir: folder,
      s3: { ...bucket.config, endpoint: 'http://127.0.0.1:1' },
    })
    await expect(files.write('a', Buffer.from('x'))).rejects.toMatchObject({ code: 'ServiceUnavailable' })
    expect(await receivedFiles()).toEqual([])
  })

  test.each([
    ['answers 503', 'GET'],
    ['breaks off', 'GET'],
    ['falls silent', 'GET'],
    ['falls silent', 'PUT'],
    ['falls silent', 'DELETE'],
  ] as const)('is said to be unavailable when it %s on %s', async (how, method) => {
    const path = join(folder, 'source')
    await writeFile(path, 'a file')
    await openS3Files(bucket.config).put('a', { path, size: 6 })
    const store = openS3Files(bucket.config, 100)
    bucket.fail({ how, method })
    const work = {
      GET: async () => (await store.readStream('a'))?.toArray(),
      PUT: () => store.put('a', { path, size: 6 }),
      DELETE: () => store.remove('a'),
    }[method]
    await expect(work()).rejects.toMatchObject({ code: 'ServiceUnavailable' })
  })

  test.each([
    ['is gone', async () => {}],
    ['cannot be read', (path: string) => mkdir(path)],
  ])('a file that %s is not stored, and ends nothing but its call', async (_, prepare) => {
    const path = join(folder, 'source')
    await prepare(path)
    await expect(openS3Files(bucket.config).put('a', { path, size: 6 })).rejects.toMatchObject({
      code: 'ServiceUnavailable',
      cause: { cause: { code: expect.stringMatching(/^(ENOENT|EISDIR)$/) } },
    })
    expect(await openS3Files(bucket.config).readStream('a')).toBeNull()
  })

  test('a file that is refused before all of it was sent is closed', async () => {
    const path = join(folder, 'source')
    const size = 8_000_000
    await writeFile(path, Buffer.alloc(size))
    bucket.fail({ how: 'answers 500', method: 'PUT' })
    await expect(openS3Files(bucket.config).put('a', { path, size })).rejects.toThrow()
    await expect.poll(() => openFilesOf(path)).toBe(0)
  })

  test('waits for whoever reads slowly, and lets an object go that nobody reads on', async () => {
    const store = openS3Files(bucket.config)
    const path = join(folder, 'source')
    await writeFile(path, Buffer.alloc(1_000_000))
    await store.put('a', { path, size: 1_000_000 })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const stream = (await store.readStream('a')) as Readable
    const chunks = stream[Symbol.asyncIterator]()
    const { value: first } = await chunks.next()
    // Its buffer is full: nobody waits for the bucket.
    await expect.poll(() => stream.readableLength).toBeGreaterThanOrEqual(stream.readableHighWaterMark)
    vi.advanceTimersByTime(3_600_000)
    vi.useRealTimers()
    let size = first.length
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) size += next.value.length
    expect(size).toBe(1_000_000)
    const left = await store.readStream('a')
    left?.destroy()
    await expect(left?.toArray()).rejects.toThrow()
  })
})
