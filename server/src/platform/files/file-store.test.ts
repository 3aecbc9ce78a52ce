import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFiles } from './file-store'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scanleaf-files-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('what is written is read, replaced and removed', async () => {
  const files = await openFiles(folder)
  expect(await files.read('a/b')).toBeNull()
  await files.write('a/b', Buffer.from('one'))
  expect(Buffer.from((await files.read('a/b')) ?? []).toString()).toBe('one')
  await files.write('a/b', Buffer.from('two'))
  expect(Buffer.from((await files.read('a/b')) ?? []).toString()).toBe('two')
  await files.remove('a/b')
  await files.remove('a/b')
  expect(await files.read('a/b')).toBeNull()
  expect(await readdir(join(folder, 'files', 'tmp'))).toEqual([])
})

test('what an ended process left half-written is gone after the next start, the rest stays', async () => {
  await (await openFiles(folder)).write('kept', Buffer.from('kept'))
  await mkdir(join(folder, 'files', 'tmp'), { recursive: true })
  await writeFile(join(folder, 'files', 'tmp', 'half'), 'hal')
  const files = await openFiles(folder)
  expect(await readdir(join(folder, 'files'))).toEqual(['kept'])
  expect(Buffer.from((await files.read('kept')) ?? []).toString()).toBe('kept')
})

test.each(['../outside', 'a/../../outside', 'a\\..\\..\\..\\outside'])(
  'the key %j leads nowhere',
  async (key) => {
    const files = await openFiles(folder)
    await writeFile(join(folder, 'outside'), 'outside')
    await expect(files.write(key, Buffer.from('x'))).rejects.toThrow()
    await expect(files.read(key)).rejects.toThrow()
    await expect(async () => files.remove(key)).rejects.toThrow()
    expect(await readFile(join(folder, 'outside'), 'utf8')).toBe('outside')
  },
)
