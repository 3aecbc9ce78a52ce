import { createHash } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepNewest } from './keep'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'scanleaf-keep-'))
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A backup with a dump, finished `daysAgo` by the clock of its machine; returns its folder. */
function backup(name: string, daysAgo = 0): string {
  const folder = join(parent, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'database.dump'), name)
  writeFileSync(join(folder, 'SHA256SUMS'), `${sha256(name)}  database.dump\n`)
  const at = Date.now() / 1000 - daysAgo * 86_400
  utimesSync(join(folder, 'SHA256SUMS'), at, at)
  return folder
}

const isThere = (name: string) => existsSync(join(parent, name))

test('keeps the newest, however old they are, and touches nothing that is no backup', async () => {
  for (const [name, age] of [
    ['a', 400],
    ['b', 300],
    ['c', 200],
  ] as const)
    backup(name, age)
  mkdirSync(join(parent, 'pictures'))
  mkdirSync(join(parent, 'd.part'))
  writeFileSync(join(parent, 'notes.txt'), 'x')
  expect(await keepNewest(backup('d'), 3)).toEqual({ kept: ['d', 'c', 'b'], deleted: ['a'], damaged: [] })
  for (const name of ['pictures', 'd.part', 'notes.txt']) expect(isThere(name), name).toBe(true)
  expect(await keepNewest(backup('e'), 10)).toMatchObject({ kept: ['e', 'd', 'c', 'b'], deleted: [] })
})

test('by a clock that goes back or leaps, the order in which they were made counts', async () => {
  for (const [name, age] of [
    ['first', 0],
    ['second', -40],
    ['third', 300],
    ['fourth', 299],
  ] as const)
    await keepNewest(backup(name, age), 4)
  expect(await keepNewest(backup('fifth', 500), 3)).toEqual({
    kept: ['fifth', 'fourth', 'third'],
    deleted: ['second', 'first'],
    damaged: [],
  })
})

test('a damaged one counts for nothing and stays, and no proved one goes for it', async () => {
  for (const name of ['a', 'b', 'c']) await keepNewest(backup(name), 9)
  writeFileSync(join(parent, 'b', 'database.dump'), 'decayed')
  rmSync(join(parent, 'c', 'database.dump'))
  expect(await keepNewest(backup('d'), 2)).toEqual({ kept: ['d', 'a'], deleted: [], damaged: ['c', 'b'] })
  expect(isThere('b')).toBe(true)
  const empty = backup('e')
  writeFileSync(join(empty, 'SHA256SUMS'), '')
  expect(await keepNewest(empty, 1)).toMatchObject({ kept: ['d'], deleted: ['c', 'b', 'a'], damaged: ['e'] })
})

test('a shared file that decayed damages every backup that shares it', async () => {
  const shared = (folder: string, from?: string) => {
    mkdirSync(join(folder, 'files'))
    const path = join(folder, 'files', 'one')
    if (from) linkSync(join(from, 'files', 'one'), path)
    else writeFileSync(path, 'content')
    writeFileSync(join(folder, 'SHA256SUMS'), `${sha256('content')}  files/one\n`, { flag: 'a' })
  }
  const [a, b] = [backup('a'), backup('b')]
  shared(a)
  shared(b, a)
  await keepNewest(a, 5)
  await keepNewest(b, 5)
  writeFileSync(join(a, 'files', 'one'), 'decayed')
  expect(await keepNewest(backup('c'), 3)).toEqual({ kept: ['c'], deleted: [], damaged: ['b', 'a'] })
})

test('a list that names a file twice is no list of a backup', async () => {
  const twice = backup('a')
  writeFileSync(join(twice, 'SHA256SUMS'), `${sha256('a')}  database.dump\n`.repeat(2))
  expect(await keepNewest(backup('b'), 5)).toEqual({ kept: ['b'], deleted: [], damaged: ['a'] })
})
