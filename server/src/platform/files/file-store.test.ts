import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { S3Config } from '../config/config'
import { MACHINE, PROCESS_KEY } from '../process-name'
import { type FileStore, openFiles } from './file-store'

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

function bucketOf(port: number): S3Config {
  const secrets = { accessKey: 'S3RVER', secretKey: 'S3RVER' }
  return { endpoint: `http://127.0.0.1:${port}`, bucket: 'scanleaf', region: 'us-east-1', ...secrets }
}

describe.each(['disk', 'bucket'])('on the %s', (where) => {
  let server: S3rver | undefined
  let files: FileStore

  beforeEach(async () => {
    let s3: S3Config | null = null
    if (where === 'bucket') {
      server = new S3rver({
        port: 0,
        address: '127.0.0.1',
        silent: true,
        directory: join(folder, 'bucket'),
        configureBuckets: [{ name: 'scanleaf', configs: [] }],
      })
      s3 = bucketOf((await server.run()).port)
    }
    files = await openFiles({ dataDir: folder, s3 })
  })
  afterEach(async () => {
    await server?.close()
    server = undefined
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

test('a bucket that does not answer is said to be unavailable', async () => {
  const files = await openFiles({ dataDir: folder, s3: bucketOf(1) })
  await expect(files.write('a', Buffer.from('x'))).rejects.toMatchObject({ code: 'ServiceUnavailable' })
  expect(await receivedFiles()).toEqual([])
})
