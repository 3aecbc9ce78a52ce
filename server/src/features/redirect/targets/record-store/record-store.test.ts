import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import type { RecordStore } from './record-store'
import { cleanUp, filesIn, KIND, known, newFolder, open, reports, textOf, writtenOneByOne } from './testing'

const MEBIBYTE = 1024 * 1024
const DAY = 86_400

afterEach(cleanUp)

const aKey = fc.constantFrom('a', 'b', 'c', 'ключ')
const aStep = fc.oneof(
  fc.record({ put: aKey, kind: fc.integer({ min: 1, max: 2 }), value: fc.string({ unit: 'grapheme' }) }),
  fc.record({ remove: aKey }),
  fc.record({ suspect: aKey }),
  fc.constant({ restart: true as const }),
)

test('it knows what it was told last, and after a restart as well, as of generation 0', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { maxLength: 40 }), async (steps) => {
      const folder = newFolder()
      let store = open(folder)
      let model = new Map<string, { value: string; generation: number; knownAt: number }>()
      for (const [at, step] of steps.entries()) {
        const knownAt = at * 1000
        if ('put' in step) {
          store.put(step.kind, step.put, Buffer.from(step.value), known(knownAt, at + 1))
          model.set(`${step.kind}${step.put}`, { value: step.value, generation: at + 1, knownAt })
        } else if ('remove' in step) {
          store.remove(KIND, step.remove, knownAt)
          model.delete(`${KIND}${step.remove}`)
        } else if ('suspect' in step) {
          const name = `${KIND}${step.suspect}`
          expect(store.suspect(KIND, step.suspect)).toBe(model.has(name))
          const entry = model.get(name)
          if (entry) entry.generation = 0
        } else {
          await store.close()
          store = open(folder)
          model = new Map([...model].map(([name, entry]) => [name, { ...entry, generation: 0 }]))
        }
        expect(store.size).toBe(model.size)
        for (const [name, { value, generation, knownAt }] of model) {
          const found = store.find(Number(name[0]), name.slice(1))
          expect(found?.value.toString()).toBe(value)
          expect(found?.generation).toBe(generation)
          // On disk the time of a value that stays is exact to the day.
          expect(Math.floor((found?.knownAt ?? -1) / DAY)).toBe(Math.floor(knownAt / DAY))
        }
      }
      await store.close()
      expect(reports).toEqual([])
    }),
    { numRuns: 30 },
  )
})

test('it stays within its size, in memory and on disk, and keeps what is used', async () => {
  const folder = newFolder()
  const store = open(folder, 4 * MEBIBYTE)
  for (let code = 0; code < 20_000; code++) {
    store.put(KIND, `code-${code}`, Buffer.alloc(1000, code), known(1))
    if (code % 100 !== 0) continue
    expect(textOf(store, 'code-0')).toBeDefined()
    await Promise.resolve()
  }
  expect(store.bytes).toBeLessThan(6 * MEBIBYTE)
  expect(store.size).toBeGreaterThan(2_000)
  expect(textOf(store, 'code-1')).toBeUndefined()
  expect(store.find(KIND, 'code-19999')?.value).toEqual(Buffer.alloc(1000, 19_999))
  await store.close()
  const onDisk = filesIn(folder).reduce((sum, path) => sum + statSync(path).size, 0)
  expect(onDisk).toBeLessThan(6 * MEBIBYTE)
  const again = open(folder, 4 * MEBIBYTE)
  expect(again.size).toBe(store.size)
  expect(again.find(KIND, 'code-0')?.value).toEqual(Buffer.alloc(1000, 0))
  await again.close()
})

test('replaced values take no room, and none of them comes back', async () => {
  const folder = newFolder()
  const store = open(folder)
  for (let round = 0; round < 100; round++) {
    for (let code = 0; code < 300; code++)
      store.put(KIND, `code-${code}`, Buffer.alloc(1000, `${round}-${code}`), known(round))
    await Promise.resolve()
  }
  expect(store.bytes).toBeLessThan(4 * MEBIBYTE)
  await store.close()
  const again = open(folder)
  expect(again.size).toBe(300)
  for (let code = 0; code < 300; code++)
    expect(again.find(KIND, `code-${code}`)?.value).toEqual(Buffer.alloc(1000, `99-${code}`))
  await again.close()
})

test('processes on one folder keep apart, and the next one knows the newest of both', async () => {
  const folder = newFolder()
  const one = open(folder)
  one.put(KIND, 'shared', Buffer.from('old'), known(1))
  one.put(KIND, 'removed', Buffer.from('old'), known(1))
  one.put(KIND, 'of-one', Buffer.from('one'), known(1))
  await Promise.resolve()
  const two = open(folder)
  two.put(KIND, 'shared', Buffer.from('new'), known(3))
  two.remove(KIND, 'removed', 3)
  one.put(KIND, 'shared', Buffer.from('middle'), known(2))
  for (let code = 0; code < 600; code++) one.put(KIND, `more-${code}`, Buffer.alloc(1000), known(2))
  await Promise.all([one.close(), two.close()])
  for (const _ of [1, 2]) {
    const next = open(folder)
    expect(['shared', 'removed', 'of-one'].map((key) => textOf(next, key))).toEqual(['new', undefined, 'one'])
    expect(next.size).toBe(602)
    await next.close()
  }
  expect(readdirSync(folder)).toHaveLength(1)
  expect(reports).toEqual([])
})

test('what the disk refuses is known, and written once it takes it', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'targets'), 'no folder')
  const store = open(join(folder, 'targets'))
  store.put(KIND, 'code', Buffer.from('value'), known(1))
  await Promise.resolve()
  expect(textOf(store, 'code')).toBe('value')
  expect(store.isWritable).toBe(false)
  rmSync(join(folder, 'targets'))
  await store.close()
  expect(reports.map((report) => report.split(':')[1])).toEqual([
    ' the snapshot of targets cannot be read',
    ' the snapshot of targets cannot be written',
    ' the snapshot of targets is writable again',
  ])
  const again = open(join(folder, 'targets'))
  expect(textOf(again, 'code')).toBe('value')
  await again.close()
})

test('nobody else on the machine can read it', async () => {
  const folder = newFolder()
  await writtenOneByOne(join(folder, 'targets'), ['value'])
  const [file = ''] = filesIn(folder)
  const modes = [file, join(file, '..'), join(folder, 'targets')].map((path) => statSync(path).mode & 0o777)
  expect(modes).toEqual([0o600, 0o700, 0o700])
})

test('files that are begun while others are synced keep what is written to them', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const folder = newFolder()
  const store = open(folder)
  const RECORDS = 6000
  for (let count = 1; count <= RECORDS; count++) {
    store.put(KIND, `${count}`, Buffer.alloc(1000, `${count}|`), known(count))
    await nextTurn()
    // A second has passed, so that the next sync begins.
    if (count % 10 === 0) vi.advanceTimersByTime(1000)
  }
  vi.useRealTimers()
  // As after a kill: nothing has been closed.
  const after = open(folder)
  expect(after.size).toBe(RECORDS)
  expect(reports).toEqual([])
  await after.close()
  await store.close()
})

test('what two logs know is more than there is room for: no older record takes the place of a newer one', async () => {
  const folder = newFolder()
  const fill = (store: RecordStore, name: string, first: number) => {
    for (let count = 0; count < 3000; count++)
      store.put(KIND, `${name}${count}`, Buffer.alloc(1000, name), known(first + count))
  }
  const early = open(folder)
  const late = open(folder)
  fill(early, 'early', 1)
  early.put(KIND, 'same', Buffer.from('old'), known(5000))
  late.put(KIND, 'same', Buffer.from('new'), known(10_000))
  fill(late, 'late', 10_001)
  await early.close()
  await late.close()
  const store = open(folder, 4 * MEBIBYTE)
  expect(textOf(store, 'same')).not.toBe('old')
  expect(store.bytes).toBeLessThan(5 * MEBIBYTE)
  await store.close()
})
