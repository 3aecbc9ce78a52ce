import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runs } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { MACHINE } from '../../../../platform/process-name'
import {
  cleanUp,
  filesIn,
  KIND,
  known,
  newFolder,
  newKey,
  open,
  reports,
  textOf,
  writtenOneByOne,
} from './testing'

/** Of a write that replaces the value of one key. */
const FORMAT_AND_HEADER_BYTES = 8 + 16 + 4
const DAY = 86_400

afterEach(cleanUp)

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
        reports.length = 0
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
