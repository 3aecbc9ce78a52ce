/** The outcome of a request to the code host, by the status of its response. */
const OUTCOMES = new Map([
  [302, 'redirected'],
  [200, 'page'],
  [404, 'not-found'],
  [405, 'wrong-method'],
  [410, 'paused'],
  [421, 'unknown-host'],
  [422, 'incomplete'],
  [429, 'too-many'],
  [503, 'unavailable'],
])
const NAMES = [...OUTCOMES.values(), 'other']
const SLOT_OF = new Map([...OUTCOMES.keys()].map((status, slot) => [status, slot]))
/** Upper bounds of the durations, in ms; what takes longer is in the last slot. */
const BOUNDS_MS = [0.25, 0.5, 1, 2.5, 5, 10, 25, 100, 1000]
const DURATIONS_AT = NAMES.length
const SUM_AT = DURATIONS_AT + BOUNDS_MS.length + 1
const UNAVAILABLE_AT = SUM_AT + 1
/** What a request that led to no code asked for, and whether a browser did. */
const MISSES = [
  { asked: 'id', by: 'person' },
  { asked: 'id', by: 'bot' },
  { asked: 'path', by: 'person' },
  { asked: 'path', by: 'bot' },
] as const
const MISSES_AT = UNAVAILABLE_AT + 1
const UNCOUNTED_AT = MISSES_AT + MISSES.length
const KNOWN_AT = UNCOUNTED_AT + 1
const MEMORY_AT = KNOWN_AT + 1
const SAVED_AT = MEMORY_AT + 1
const DEGRADED_AT = SAVED_AT + 1
const DAMAGED_AT = DEGRADED_AT + 1
const UNLISTED_AT = DAMAGED_AT + 1
const SLOTS = UNLISTED_AT + 1

export interface RedirectFigures {
  /** By outcome. */
  answers: Record<string, number>
  /** Durations of all responses, in seconds. */
  durations: { buckets: { le: number; count: number }[]; sum: number; count: number }
  /** Requests that led to no code: `id`, one that no code has; `path`, one that is of no code. */
  misses: { asked: 'id' | 'path'; by: 'person' | 'bot'; count: number }[]
  /** Redirects whose scan neither disk nor database took. */
  uncounted: number
  /** What the redirect knows: codes and domains, bytes of memory, whether the disk takes new ones, and how many parts of it were damaged at the start. */
  known: { entries: number; bytes: number; isSaved: boolean; damaged: number }
  /** It cannot look up what it does not know. */
  isDegraded: boolean
}

/** Counters of the redirect, which its process adds to; the program has a copy, a second old at most. */
export class RedirectCounts {
  readonly #slots = new Float64Array(SLOTS)
  #unavailable = 0
  #isCopy = false

  copy(): Float64Array<ArrayBuffer> {
    return this.#slots.slice()
  }

  /** Takes over those of the redirect's process; it, or we, may have been started again. */
  replace(counts: Float64Array): void {
    const [before, now] = [this.#slots[UNAVAILABLE_AT] ?? 0, counts[UNAVAILABLE_AT] ?? 0]
    if (this.#isCopy) this.#unavailable += now < before ? now : now - before
    this.#isCopy = true
    this.#slots.set(counts)
  }

  add(status: number, ms: number): void {
    this.#raise(SLOT_OF.get(status) ?? NAMES.length - 1, 1)
    let bucket = 0
    while (bucket < BOUNDS_MS.length && ms > (BOUNDS_MS[bucket] as number)) bucket++
    this.#raise(DURATIONS_AT + bucket, 1)
    this.#raise(SUM_AT, ms)
  }

  /** A visitor got a 503, since neither memory nor database had the target; counted in any case. */
  addUnavailable(): void {
    this.#raise(UNAVAILABLE_AT, 1)
    this.#unavailable += 1
  }

  addMiss(asked: 'id' | 'path', isPerson: boolean): void {
    this.#raise(MISSES_AT + (asked === 'id' ? 0 : 2) + (isPerson ? 0 : 1), 1)
  }

  /** A proxy that is not in TRUSTED_PROXIES forwarded a request; counted in any case. */
  addUnlistedProxy(): void {
    this.#raise(UNLISTED_AT, 1)
  }

  addUncounted(): void {
    this.#raise(UNCOUNTED_AT, 1)
  }

  setState(known: RedirectFigures['known'], isDegraded: boolean): void {
    const { entries, bytes, isSaved, damaged } = known
    this.#slots[DAMAGED_AT] = damaged
    this.#slots[KNOWN_AT] = entries
    this.#slots[MEMORY_AT] = bytes
    this.#slots[SAVED_AT] = isSaved ? 1 : 0
    this.#slots[DEGRADED_AT] = isDegraded ? 1 : 0
  }

  /** Since this process began. */
  get unavailable(): number {
    return this.#unavailable
  }

  /** Since the redirect's process began. */
  get unlistedProxies(): number {
    return this.#slots[UNLISTED_AT] ?? 0
  }

  #raise(slot: number, by: number): void {
    this.#slots[slot] = (this.#slots[slot] ?? 0) + by
  }

  read(): RedirectFigures {
    const at = (slot: number): number => this.#slots[slot] ?? 0
    let count = 0
    const buckets = [...BOUNDS_MS, Number.POSITIVE_INFINITY].map((ms, bucket) => {
      count += at(DURATIONS_AT + bucket)
      return { le: ms / 1000, count }
    })
    return {
      answers: Object.fromEntries(NAMES.map((name, slot) => [name, at(slot)])),
      durations: { buckets, sum: at(SUM_AT) / 1000, count },
      misses: MISSES.map((miss, index) => ({ ...miss, count: at(MISSES_AT + index) })),
      uncounted: at(UNCOUNTED_AT),
      known: {
        entries: at(KNOWN_AT),
        bytes: at(MEMORY_AT),
        isSaved: at(SAVED_AT) === 1,
        damaged: at(DAMAGED_AT),
      },
      isDegraded: at(DEGRADED_AT) === 1,
    }
  }
}
