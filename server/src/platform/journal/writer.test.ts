import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Clock } from '../clock'
import { unframe } from './frame'
import { PROCESS_KEY } from './segment-name'
import { JournalWriter } from './writer'

let folder: string
let overflow: Map<string, string[]>
let events: string[]

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'scanleaf-journal-')), 'journal')
  overflow = new Map()
  events = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function openWriter(durability: 'batch' | 'sync' = 'batch', store?: () => Promise<void>): JournalWriter {
  return new JournalWriter({
    folder,
    durability,
    processKey: PROCESS_KEY,
    clock: tickingClock(),
    store: store ?? (async (id, records) => void overflow.set(id, records)),
    onUnwritable: () => events.push('unwritable'),
    onWritable: () => events.push('writable'),
    onUnsynced: () => events.push('unsynced'),
  })
}

/** Segments are sorted by their time, and of two that are opened in one millisecond the name that comes first is chance. */
function tickingClock(): Clock {
  let time = Date.UTC(2026, 0, 1)
  return { now: () => new Date(time++) }
}

const append = (writer: JournalWriter, record: string) =>
  new Promise<boolean>((resolve) => writer.append(record, resolve))

const journalled = () =>
  readdirSync(folder)
    .sort()
    .flatMap((file) => unframe(readFileSync(join(folder, file), 'utf8')).records)

test.each(['batch', 'sync'] as const)(
  'a record is in the journal before it is settled (%s)',
  async (durability) => {
    const writer = openWriter(durability)
    for (const record of ['["one"]', '["zwei ü"]', '["ba"]']) {
      expect(await append(writer, record)).toBe(true)
      expect(journalled().at(-1)).toBe(record)
    }
    await writer.close()
    expect(journalled()).toEqual(['["one"]', '["zwei ü"]', '["ba"]'])
    expect(readdirSync(folder).every((file) => file.endsWith('.closed'))).toBe(true)
    expect(events).toEqual([])
  },
)

test.each(['batch', 'sync'] as const)(
  'thousands of records in many turns come in order, none twice (%s)',
  async (durability) => {
    const writer = openWriter(durability)
    const records = Array.from({ length: 5000 }, (_, n) => JSON.stringify([n, 'x'.repeat(500)]))
    const settled: Promise<boolean>[] = []
    for (const [n, record] of records.entries()) {
      settled.push(append(writer, record))
      if (n % 100 === 99) await settled.at(-1)
    }
    expect(await Promise.all(settled)).toEqual(records.map(() => true))
    await writer.close()
    expect(journalled()).toEqual(records)
  },
)

test.each(['batch', 'sync'] as const)(
  'what one turn gathers is spread over segments that a stream takes as one message each (%s)',
  async (durability) => {
    const writer = openWriter(durability)
    // Three bytes each in UTF-8.
    const records = Array.from({ length: 2500 }, (_, n) => `[${n}]${'ế'.repeat(500)}`)
    expect(await Promise.all(records.map((record) => append(writer, record)))).toEqual(
      records.map(() => true),
    )
    await writer.close()
    expect(journalled()).toEqual(records)
    const sizes = readdirSync(folder).map((file) => statSync(join(folder, file)).size)
    expect(sizes.length).toBeGreaterThan(3)
    expect(Math.max(...sizes)).toBeLessThan(1024 * 1024)
  },
)

test('what the journal cannot take is stored elsewhere, and the failure told once', async () => {
  const writer = openWriter()
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'no folder')
  const records = Array.from({ length: 50 }, (_, n) => `[${n}]`)
  expect(await Promise.all(records.map((record) => append(writer, record)))).toEqual(records.map(() => true))
  await append(writer, '["later"]')
  expect([...overflow.values()].flat()).toEqual([...records, '["later"]'])
  expect(events).toEqual(['unwritable'])
  await writer.close()
})

test('what can be kept nowhere is settled as not kept', async () => {
  const writer = openWriter('batch', () => Promise.reject(new Error('no database')))
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'no folder')
  expect(await append(writer, '["lost"]')).toBe(false)
  await writer.close()
})

test('as many records wait for the database as there is room for, and one more is settled as not kept', async () => {
  const database = Promise.withResolvers<void>()
  const writer = openWriter('batch', () => database.promise)
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'no folder')
  const settled = Array.from({ length: 10_001 }, (_, n) => append(writer, `[${n}]`))
  expect(await settled.at(-1)).toBe(false)
  database.resolve()
  expect((await Promise.all(settled)).filter((isKept) => isKept)).toHaveLength(10_000)
  await writer.close()
})

test('a record that is written and cannot be synced is settled as not kept', async () => {
  const writer = openWriter('sync')
  const settled = append(writer, '["one"]')
  // It follows the write in the same turn, before the folder of the new file is synced.
  setImmediate(() => rmSync(folder, { recursive: true }))
  expect(await settled).toBe(false)
  expect(events).toEqual(['unsynced'])
  await writer.close()
})
