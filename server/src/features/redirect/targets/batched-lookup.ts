const KEYS_PER_QUERY = 500
const MAX_WAITING = 5_000
const ANSWER_WITHIN_MS = 2_000

/** The database did not respond, or not in time: the key is unknown. */
export class LookupFailed extends Error {
  override name = 'LookupFailed'
}

/** Those of the keys that there are. */
export type FindMany<T> = (keys: string[]) => Promise<Map<string, T>>

interface Waiting<T> {
  key: string
  resolve(found: T | null): void
  reject(error: Error): void
}

/**
 * Batches lookups: keys requested while a query runs go into the next, so that a flood of unknown ids causes few
 * queries. The wait is bounded in number and time.
 */
export class Lookup<T> {
  readonly #find: FindMany<T>
  #waiting: Waiting<T>[] = []
  #isRunning = false

  constructor(find: FindMany<T>) {
    this.#find = find
  }

  /** @throws LookupFailed */
  find(key: string): Promise<T | null> {
    if (this.#waiting.length >= MAX_WAITING) return Promise.reject(new LookupFailed('too many look-ups wait'))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject })
      if (this.#isRunning) return
      this.#isRunning = true
      // After this turn, so that all keys of one turn share a query.
      setImmediate(() => void this.#run())
    })
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) await this.#lookUp(this.#waiting.splice(0, KEYS_PER_QUERY))
    this.#isRunning = false
  }

  async #lookUp(batch: readonly Waiting<T>[]): Promise<void> {
    try {
      const found = await inTime(this.#find([...new Set(batch.map(({ key }) => key))]))
      for (const { key, resolve } of batch) resolve(found.get(key) ?? null)
    } catch (cause) {
      const error = new LookupFailed('the database did not answer', { cause })
      for (const { reject } of batch) reject(error)
    }
  }
}

function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer in time')), ANSWER_WITHIN_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
