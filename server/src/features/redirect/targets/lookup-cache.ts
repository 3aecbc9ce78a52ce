import { performance } from 'node:perf_hooks'

const MAX_KNOWN = 100_000
/** Characters of all addresses together: 100 000 codes of the longest targets would not fit in memory. */
const MAX_CHARACTERS = 64 * 1024 * 1024
const MAX_UNKNOWN = 10_000
const UNKNOWN_FOR_MS = 10_000
/** Entries in use are refreshed this often, in the background. */
const REFRESH_AFTER_MS = 5 * 60_000
/** Maximum age of an entry while the database is unreachable. */
const KEEP_FOR_MS = 15 * 60_000
/** The LRU order is exact enough when a code in heavy use is moved to the front this often. */
const REORDER_AFTER_MS = 1_000

interface Kept<T> {
  found: T
  /** When the database said so (monotonic ms). */
  knownAt: number
  /** When it last became the newest in use (monotonic ms). */
  usedAt: number
  /** Notifications may have been lost since: to be looked up again, and valid only while the database is unreachable. */
  isSuspect: boolean
}

/**
 * The most recent lookups: targets of codes, owners of domains. A cached entry is right as long as notifications of
 * changes arrive; entries in use are refreshed in the background, so that one is seldom older than five minutes when
 * the database becomes unreachable.
 */
export class LookupCache<T extends object> {
  readonly #lookUp: (key: string) => Promise<T | null>
  readonly #charactersOf: (found: T) => number
  /** In order of use, the longest unused first. */
  readonly #known = new Map<string, Kept<T>>()
  /** Keys without anything, and until when that is believed. */
  readonly #unknown = new Map<string, number>()
  readonly #running = new Map<string, Promise<T | null>>()
  #characters = 0
  /** The last look-up failed. */
  #isDatabaseAway = false

  constructor(lookUp: (key: string) => Promise<T | null>, charactersOf: (found: T) => number) {
    this.#lookUp = lookUp
    this.#charactersOf = charactersOf
  }

  /** The cached value, null for a key known to have nothing, else undefined. */
  peek(key: string): T | null | undefined {
    const now = performance.now()
    const kept = this.#known.get(key)
    if (!kept) return (this.#unknown.get(key) ?? 0) > now ? null : undefined
    const age = now - kept.knownAt
    if (age > KEEP_FOR_MS || (kept.isSuspect && !this.#isDatabaseAway)) return undefined
    if (now - kept.usedAt > REORDER_AFTER_MS) {
      kept.usedAt = now
      this.#known.delete(key)
      this.#known.set(key, kept)
    }
    if (kept.isSuspect || age > REFRESH_AFTER_MS) this.#ask(key).catch(() => {})
    return kept.found
  }

  /**
   * Queries the database; when that fails, an entry younger than 15 minutes is still valid.
   * @throws LookupFailed when nothing is known
   */
  async find(key: string): Promise<T | null> {
    try {
      return await this.#ask(key)
    } catch (error) {
      const kept = this.#known.get(key)
      if (kept && performance.now() - kept.knownAt <= KEEP_FOR_MS) return kept.found
      throw error
    }
  }

  /** Invalidates a changed key, including the result of a running lookup. Empty: all keys. */
  forget(key: string): void {
    if (key === '') {
      for (const kept of this.#known.values()) kept.isSuspect = true
      this.#unknown.clear()
      this.#running.clear()
    } else {
      this.#drop(key)
      this.#unknown.delete(key)
      this.#running.delete(key)
    }
  }

  #ask(key: string): Promise<T | null> {
    const running = this.#running.get(key)
    if (running) return running
    const asked = this.#lookUp(key).then(
      (found) => {
        this.#isDatabaseAway = false
        if (this.#running.get(key) === asked) {
          this.#running.delete(key)
          this.#keep(key, found)
        }
        return found
      },
      (error) => {
        this.#isDatabaseAway = true
        if (this.#running.get(key) === asked) this.#running.delete(key)
        throw error
      },
    )
    this.#running.set(key, asked)
    return asked
  }

  #keep(key: string, found: T | null): void {
    this.#drop(key)
    if (found === null) {
      this.#unknown.delete(key)
      this.#unknown.set(key, performance.now() + UNKNOWN_FOR_MS)
      if (this.#unknown.size > MAX_UNKNOWN) deleteFirst(this.#unknown)
      return
    }
    this.#unknown.delete(key)
    const now = performance.now()
    this.#known.set(key, { found, knownAt: now, usedAt: now, isSuspect: false })
    this.#characters += this.#charactersOf(found)
    while (this.#known.size > MAX_KNOWN || this.#characters > MAX_CHARACTERS) {
      const [oldest] = this.#known.keys()
      if (oldest === undefined) return
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    const kept = this.#known.get(key)
    if (!kept) return
    this.#known.delete(key)
    this.#characters -= this.#charactersOf(kept.found)
  }
}

function deleteFirst(map: Map<string, unknown>): void {
  const [first] = map.keys()
  if (first !== undefined) map.delete(first)
}
