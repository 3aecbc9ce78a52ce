import type { Clock } from '../../../platform/clock'
import type { Codec } from './codec'
import type { RecordStore } from './record-store/record-store'

/** Decoded entries that are kept, beside the store which has all: those in heavy use. */
const MAX_DECODED = 10_000
/** Of all decoded entries together, see `weightOf`. */
const MAX_WEIGHT = 8 * 1024 * 1024
const MAX_UNKNOWN = 10_000
const UNKNOWN_FOR_S = 10
/** Entries in use are refreshed this often, in the background. */
const REFRESH_AFTER_S = 5 * 60
/** An older entry is looked up before it is used, unless the database is unreachable. */
const TRUSTED_FOR_S = 15 * 60
/** Look-ups in the background at once, and keys that wait for one; what exceeds them is looked up when it is used. */
const MAX_REFRESHING = 500
const MAX_TO_REFRESH = 10_000

interface Kept<T> {
  found: T
  /** When the database said so (Unix time, s). */
  knownAt: number
  /** Of the cache at that time; another one: changes may have been missed since. */
  generation: number
}

export interface LookupCacheOptions<T> {
  /** @throws LookupFailed */
  lookUp(key: string): Promise<T | null>
  codec: Codec<T>
  store: RecordStore
  clock: Clock
  /** Bytes of an entry from which more is made once it is in use, such as the text of rules. */
  weightOf?(found: T): number
  /** For how long an entry may be used while the database is unreachable. */
  keepForSeconds: number
}

/**
 * What the database said of keys: targets of codes, owners of domains. An entry is trusted as long as notifications of
 * changes arrive. One of before a restart, a gap of notifications or a change is looked up before it is used; only
 * while the database does not respond, what was last known is right.
 */
export class LookupCache<T extends object> {
  readonly #options: LookupCacheOptions<T>
  /** The earliest decoded first. */
  readonly #decoded = new Map<string, Kept<T>>()
  #weight = 0
  /** Keys without anything, and until when that is believed. */
  readonly #unknown = new Map<string, number>()
  readonly #running = new Map<string, Promise<T | null>>()
  readonly #toRefresh = new Set<string>()
  #refreshing = 0
  /** What the store has read from disk is of generation 0. */
  #generation = 1
  #isDatabaseAway = false

  constructor(options: LookupCacheOptions<T>) {
    this.#options = options
  }

  /** The last look-up failed. */
  get isDatabaseAway(): boolean {
    return this.#isDatabaseAway
  }

  /** The cached value, null for a key known to have nothing, else undefined. */
  peek(key: string): T | null | undefined {
    const now = this.#now()
    const kept = this.#recall(key)
    if (!kept) return (this.#unknown.get(key) ?? 0) > now ? null : undefined
    // The clock may have been set back.
    const age = Math.abs(now - kept.knownAt)
    const isTrusted = kept.generation === this.#generation && age <= TRUSTED_FOR_S
    if (!isTrusted && (!this.#isDatabaseAway || age > this.#options.keepForSeconds)) return undefined
    if (!isTrusted || age > REFRESH_AFTER_S) this.#refresh(key)
    return kept.found
  }

  /**
   * Queries the database; when that fails, what was last known is still right.
   * @throws LookupFailed when nothing is known
   */
  async find(key: string): Promise<T | null> {
    try {
      return await this.#ask(key)
    } catch (error) {
      const kept = this.#recall(key)
      if (kept && this.#now() - kept.knownAt <= this.#options.keepForSeconds) return kept.found
      throw error
    }
  }

  /** A key was changed, or with an empty one any may have been: a running look-up may be outdated. */
  forget(key: string): void {
    if (key === '') {
      this.#generation += 1
      this.#unknown.clear()
      this.#running.clear()
      // The database has just been reached, or the next look-up shows that it cannot be.
      this.#isDatabaseAway = false
      return
    }
    this.#unknown.delete(key)
    this.#running.delete(key)
    this.#drop(key)
    // A takedown is in the snapshot before the code is requested.
    if (this.#options.store.suspect(this.#options.codec.kind, key)) this.#refresh(key)
  }

  #recall(key: string): Kept<T> | null {
    const decoded = this.#decoded.get(key)
    if (decoded) return decoded
    const { store, codec } = this.#options
    const stored = store.find(codec.kind, key)
    if (!stored) return null
    const kept = { ...stored, found: codec.decode(stored.value) }
    this.#decode(key, kept)
    return kept
  }

  #decode(key: string, { found, knownAt, generation }: Kept<T>): void {
    this.#decoded.set(key, { found, knownAt, generation })
    this.#weight += this.#weightOf(found)
    while (this.#decoded.size > MAX_DECODED || this.#weight > MAX_WEIGHT) {
      const [oldest] = this.#decoded.keys()
      if (oldest === undefined) return
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    const decoded = this.#decoded.get(key)
    if (decoded && this.#decoded.delete(key)) this.#weight -= this.#weightOf(decoded.found)
  }

  #weightOf(found: T): number {
    return this.#options.weightOf?.(found) ?? 0
  }

  #refresh(key: string): void {
    if (this.#toRefresh.size >= MAX_TO_REFRESH) return
    this.#toRefresh.add(key)
    this.#refreshWaiting()
  }

  #refreshWaiting(): void {
    for (const key of this.#toRefresh) {
      if (this.#refreshing >= MAX_REFRESHING) return
      this.#toRefresh.delete(key)
      this.#refreshing += 1
      this.#ask(key)
        .catch(() => {})
        .finally(() => {
          this.#refreshing -= 1
          this.#refreshWaiting()
        })
    }
  }

  #ask(key: string): Promise<T | null> {
    const running = this.#running.get(key)
    if (running) return running
    const askedAt = this.#now()
    const generation = this.#generation
    const asked = this.#options.lookUp(key).then(
      (found) => {
        this.#isDatabaseAway = false
        if (this.#running.get(key) === asked) {
          this.#running.delete(key)
          this.#keep(key, found, askedAt, generation)
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

  #keep(key: string, found: T | null, knownAt: number, generation: number): void {
    const { store, codec } = this.#options
    this.#drop(key)
    this.#unknown.delete(key)
    if (found === null) {
      store.remove(codec.kind, key, knownAt)
      this.#unknown.set(key, this.#now() + UNKNOWN_FOR_S)
      if (this.#unknown.size > MAX_UNKNOWN) deleteFirst(this.#unknown)
      return
    }
    store.put(codec.kind, key, codec.encode(found), { knownAt, generation })
    this.#decode(key, { found, knownAt, generation })
  }

  #now(): number {
    return Math.floor(this.#options.clock.now().getTime() / 1000)
  }
}

function deleteFirst(map: Map<string, unknown>): void {
  const [first] = map.keys()
  if (first !== undefined) map.delete(first)
}
