import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { runs } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { MACHINE } from '../../../../platform/process-name'
import { RecordStore } from './record-store'
import { DamagedSnapshot } from './snapshot-folder'

const KIND = 1
/** Of a write that replaces the value of one key. */
const FORMAT_AND_HEADER_BYTES = 8 + 16 + 4
const MEBIBYTE = 1024 * 1024
const DAY = 86_400
const folders: string[] = []
let reports: string[] = []
let processes = 0

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
  reports = []
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'scanleaf-targets-'))
  folders.push(folder)
  return folder
}

/** As a process that starts: the id of this one, under other keys, is of processes that have ended. */
const open = (folder: string, maxBytes = 64 * MEBIBYTE, processKey = newKey()): RecordStore =>
  new RecordStore({
    folder,
    processKey,
    maxBytes,
    report: (level, message, failure) =>
      reports.push(
        `${level}: ${message}${failure instanceof DamagedSnapshot ? ` (${failure.message})` : ''}`,
      ),
  })

const newKey = (): string => String(++processes).padStart(32, '0')
const known = (knownAt: number, generation = 1) => ({ knownAt, generation })
const textOf = (store: RecordStore, key: string, kind = KIND): string | undefined =>
  store.find(kind, key)?.value.toString()

/** All files of the snapshot, the oldest first. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.log'))
    .sort()
    .map((name) => join(folder, name))

const flipped = (file: Buffer, at: number, bits: number): Buffer =>
  Buffer.from(file).fill((file[at] ?? 0) ^ bits, at, at + 1)

/** The folder of a process that was killed, with these files. */
function folderWith(...files: Buffer[]): string {
  const folder = newFolder()
  const log = join(folder, `${MACHINE}-${process.pid}-${newKey()}`)
  mkdirSync(log)
  for (const [index, file] of files.entries())
    writeFileSync(join(log, `${String(index + 1).padStart(10, '0')}.log`), file)
  return folder
}

/** A process that puts the same key with each value, each in a write and a file of its own. */
async function writtenOneByOne(folder: string, values: readonly string[]): Promise<void> {
  for (const [index, value] of values.entries()) {
    const store = open(folder)
    store.put(KIND, 'same', Buffer.from(value), known(index))
    store.put(KIND, `only-${index}`, Buffer.from(value), known(index))
    await store.close()
  }
}

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

test('a file cut anywhere keeps exactly its whole writes, and goes on', async () => {
  const folder = newFolder()
  const values = ['first', 'second', 'third']
  const store = open(folder)
  for (const [index, value] of values.entries()) {
    store.put(KIND, value, Buffer.from(value), known(index))
    await Promise.resolve()
  }
  await store.close()
  const whole = readFileSync(filesIn(folder)[0] ?? '')
  const sizes = new Set<number>()
  for (let length = whole.length; length >= 0; length--) {
    const cut = folderWith(whole.subarray(0, length))
    const first = open(cut)
    sizes.add(first.size)
    expect(values.map((value) => textOf(first, value))).toEqual(
      values.map((value, index) => (index < first.size ? value : undefined)),
    )
    first.put(KIND, 'later', Buffer.from('later'), known(9))
    await first.close()
    const second = open(cut)
    expect(second.size).toBe(first.size)
    await second.close()
  }
  expect(sizes).toEqual(new Set([3, 2, 1, 0]))
  expect(new Set(reports)).toEqual(
    new Set(['info: the incomplete last write to the snapshot of targets was dropped after a crash']),
  )
})

/** In each file one write for each key, and in all but the first also a new value of `same`. */
const VALUES = ['first', 'second', 'third']
const KEYS = ['only-0', 'only-1', 'only-2']

test('a byte that is flipped anywhere loses nothing but its own write, and a value that this replaced', async () => {
  const given = newFolder()
  await writtenOneByOne(given, VALUES)
  const files = filesIn(given).map((path) => readFileSync(path))
  const places = files.flatMap((file, index) => Array.from(file.keys(), (at) => [index, at] as const))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...places),
      fc.integer({ min: 1, max: 255 }),
      async ([spoilt, at], bits) => {
        reports = []
        const folder = folderWith(
          ...files.map((file, index) => (index === spoilt ? flipped(file, at, bits) : file)),
        )
        for (const restart of [1, 2]) {
          const store = open(folder)
          const lost = KEYS.filter((key) => textOf(store, key) === undefined)
          expect([[], [KEYS[spoilt]]]).toContainEqual(lost)
          const isWritten = lost.length === 0 || spoilt < 2
          const isHeader = at < FORMAT_AND_HEADER_BYTES
          // Where the header is lost, too, nobody knows what was replaced.
          if (isWritten) expect(textOf(store, 'same')).toBe('third')
          else if (!isHeader) expect(textOf(store, 'same')).toBe(undefined)
          expect(reports.length, `restart ${restart}`).toBe(1)
          expect(reports[0]).toMatch(/^warn: damaged parts of the snapshot of targets were dropped.* \(1 in /)
          await store.close()
        }
      },
    ),
    { numRuns: runs(100) },
  )
})

test('files that are cut anywhere lose nothing but what was cut off', async () => {
  const given = newFolder()
  await writtenOneByOne(given, VALUES)
  const files = filesIn(given).map((path) => readFileSync(path))
  for (const [cut, file] of files.entries())
    for (let length = 0; length < file.length; length++) {
      const store = open(
        folderWith(...files.map((other, index) => (index === cut ? file.subarray(0, length) : other))),
      )
      expect(KEYS.map((key) => textOf(store, key) !== undefined)).toEqual(
        KEYS.map((_, index) => index !== cut),
      )
      await store.close()
    }
})

/** The logs of two processes that were killed; the first of them wrote last, and is taken over. */
function folderOfTwo(taken: Buffer, other: Buffer): string {
  const folder = newFolder()
  for (const [age, file] of [taken, other].entries()) {
    const log = join(folder, `${MACHINE}-${process.pid}-${newKey()}`)
    mkdirSync(log)
    const path = join(log, '0000000001.log')
    writeFileSync(path, file)
    utimesSync(path, DAY * (2 - age), DAY * (2 - age))
  }
  return folder
}

/** A log whose value of `same` is old, and one in which a newer one was replaced once; `lastAt`: where that write begins. */
async function twoLogs(): Promise<{ old: Buffer; newer: Buffer; lastAt: number }> {
  const [oldFolder, newFolderOf] = [newFolder(), newFolder()]
  const first = open(oldFolder)
  first.put(KIND, 'same', Buffer.from('old'), known(0))
  await first.close()
  const second = open(newFolderOf)
  second.put(KIND, 'same', Buffer.from('first'), known(1))
  await Promise.resolve()
  const path = filesIn(newFolderOf)[0] ?? ''
  const lastAt = statSync(path).size
  second.put(KIND, 'same', Buffer.from('second'), known(2))
  await second.close()
  return { old: readFileSync(filesIn(oldFolder)[0] ?? ''), newer: readFileSync(path), lastAt }
}

test('a write that a kill cut off leaves what it was to replace, and not what another log has from before', async () => {
  const { old, newer, lastAt } = await twoLogs()
  expect(lastAt).toBeGreaterThan(0)
  for (let length = lastAt; length < newer.length; length++) {
    const cut = newer.subarray(0, length)
    for (const folder of [folderOfTwo(cut, old), folderOfTwo(old, cut)]) {
      const store = open(folder)
      expect([length, textOf(store, 'same')]).toEqual([length, 'first'])
      await store.close()
    }
  }
})

test('a value that was replaced in a damaged write does not come back from another log', async () => {
  const { old, newer, lastAt } = await twoLogs()
  for (let at = lastAt; at < newer.length; at++) {
    const spoilt = flipped(newer, at, 0xff)
    for (const folder of [folderOfTwo(spoilt, old), folderOfTwo(old, spoilt)]) {
      const store = open(folder)
      // Where the header is spoilt nobody knows what was replaced.
      expect([undefined, 'first']).toContain(textOf(store, 'same'))
      await store.close()
      const again = open(folder)
      expect([undefined, 'first']).toContain(textOf(again, 'same'))
      await again.close()
    }
  }
})

test('of two writes in a file the one after the damage is known', async () => {
  const folder = newFolder()
  const store = open(folder)
  for (const key of KEYS) {
    store.put(KIND, key, Buffer.from(key), known(1))
    await Promise.resolve()
  }
  await store.close()
  const [file = ''] = filesIn(folder)
  const whole = readFileSync(file)
  for (let at = 0; at < whole.length; at++) {
    const next = open(folderWith(flipped(whole, at, 0xff)))
    expect(KEYS.filter((key) => textOf(next, key) === undefined).length).toBeLessThanOrEqual(1)
    await next.close()
  }
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
