import { LRUCache } from 'lru-cache'
import type { Db } from '../../../platform/db/database'
import {
  addEntries,
  type DictionaryEntry,
  type DictionaryTable,
  findNumbers,
  keyOf,
  roomFor,
} from './dictionary-repository'

const REMEMBERED = 100_000
/** Then an entry is looked up again, which keeps it from being forgotten. By the wall clock: a host may have slept. */
const REMEMBERED_MS = 12 * 3_600_000

/** How entries are stored, the first way as long as there is room for it. */
interface Level {
  entryFor: (entry: DictionaryEntry) => DictionaryEntry
  /** Entries of the table from which on the next level is taken; the last level has none. */
  until: number
}

/**
 * Numbers for texts that visitors send. A table has a limit: beyond it coarser entries stand for new texts, so that
 * visitors who make texts up cannot make it grow without end.
 */
export class Dictionary {
  readonly #known = new LRUCache<string, number>({
    // As `max`, the number would take the memory of a full cache at once.
    ...{ maxSize: REMEMBERED, sizeCalculation: () => 1 },
    ttl: REMEMBERED_MS,
    ttlResolution: 0,
    perf: { now: () => Date.now() },
  })

  constructor(
    private readonly table: DictionaryTable,
    private readonly levels: readonly Level[] = [
      { entryFor: (entry) => entry, until: Number.POSITIVE_INFINITY },
    ],
  ) {}

  /** Splits the entries of rows by whether their numbers are remembered; both by key. */
  recall<Row>(
    rows: readonly Row[],
    keyOfRow: (row: Row) => string,
    entryOf: (row: Row) => DictionaryEntry,
  ): { numbers: Map<string, number>; unknown: Map<string, DictionaryEntry> } {
    const numbers = new Map<string, number>()
    const unknown = new Map<string, DictionaryEntry>()
    for (const row of rows) {
      const key = keyOfRow(row)
      if (numbers.has(key) || unknown.has(key)) continue
      const number = this.#known.get(key)
      if (number === undefined) unknown.set(key, entryOf(row))
      else numbers.set(key, number)
    }
    return { numbers, unknown }
  }

  /** The number of each, after it has been added where it was missing. */
  async look(db: Db, unknown: ReadonlyMap<string, DictionaryEntry>, level = 0): Promise<Map<string, number>> {
    const { entryFor, until } = this.levels[level] as Level
    const wanted = new Map([...unknown].map(([key, entry]) => [key, entryFor(entry)]))
    const distinct = [...new Map([...wanted.values()].map((entry) => [keyOf(entry), entry])).values()]
    const found = await findNumbers(db, this.table, distinct)
    const missing = distinct.filter((entry) => !found.has(keyOf(entry)))
    if (missing.length > 0) {
      const room =
        until === Number.POSITIVE_INFINITY
          ? missing.length
          : await roomFor(db, this.table, until, missing.length)
      const added = missing.slice(0, room)
      if (added.length > 0) {
        await addEntries(db, this.table, added)
        for (const [key, number] of await findNumbers(db, this.table, added)) found.set(key, number)
      }
    }
    const numbers = new Map<string, number>()
    const left = new Map<string, DictionaryEntry>()
    for (const [key, entry] of wanted) {
      const number = found.get(keyOf(entry))
      if (number !== undefined) numbers.set(key, number)
      else left.set(key, unknown.get(key) as DictionaryEntry)
    }
    if (left.size === 0) return numbers
    return new Map([...numbers, ...(await this.look(db, left, level + 1))])
  }

  /** Only once what `look` added is committed. */
  remember(numbers: ReadonlyMap<string, number>): void {
    // A part of a longer text keeps all of it in memory, such as a whole segment of a journal.
    for (const [key, number] of numbers)
      this.#known.set(Buffer.from(key, 'utf16le').toString('utf16le'), number)
  }
}
