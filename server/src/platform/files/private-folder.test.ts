import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeDataFolder } from './private-folder'

let dataDir: string
const modeOf = (...names: string[]): string => (statSync(join(dataDir, ...names)).mode & 0o777).toString(8)

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'scanleaf-private-'))
  for (const name of ['postgres', 'files', 'journal']) mkdirSync(join(dataDir, name))
  for (const name of ['.', 'postgres', 'files', 'journal']) chmodSync(join(dataDir, name), 0o755)
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('an open data folder is closed, with what lies in it', () => {
  writeFileSync(join(dataDir, 'postgres.lock.1'), '')
  expect(closeDataFolder(dataDir)).toEqual([])
  expect(['.', 'postgres', 'files', 'journal'].map((name) => modeOf(name))).toEqual(Array(4).fill('700'))
})

test('a folder that holds more than our data stays open and is named, while our data in it is closed', () => {
  mkdirSync(join(dataDir, 'home-of-somebody'))
  expect(closeDataFolder(dataDir)).toEqual([dataDir])
  expect(['.', 'postgres', 'files', 'journal'].map((name) => modeOf(name))).toEqual([
    '755',
    '700',
    '700',
    '700',
  ])
})

test('a folder that is not there yet is left to be made', () =>
  expect(closeDataFolder(join(dataDir, 'none'))).toEqual([]))
