import { LRUCache } from 'lru-cache'
import { within } from '../../../platform/db/timeouts'
import type { PageFolder } from './page-folder'
import type { PublishedPage } from './published-page'

/** A change is seen within this time; concurrent requests share one look-up. */
const FRESH_MS = 500
const ANSWER_WITHIN_MS = 2_000
const MAX_BYTES = 64 * 1024 * 1024
/** Of an entry besides its text. */
const ENTRY_BYTES = 400

interface Entry {
  page: PublishedPage | null
  checkedAt: number
}

/**
 * The public pages as the database has them; while it does not respond, as they were last known, in memory or on the
 * disk of this machine. Printed codes then show what they showed.
 */
export class PageCache {
  readonly #find: (id: string) => Promise<PublishedPage | null>
  readonly #folder: PageFolder
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ page }) => 2 * (page === null ? 0 : JSON.stringify(page).length) + ENTRY_BYTES,
  })
  readonly #running = new Map<string, Promise<PublishedPage | null>>()
  #isAway = false

  constructor(find: (id: string) => Promise<PublishedPage | null>, folder: PageFolder) {
    this.#find = find
    this.#folder = folder
  }

  /** @throws when the database does not respond and nothing is known */
  async find(id: string): Promise<PublishedPage | null> {
    const known = this.#entries.get(id)
    if (known && performance.now() - known.checkedAt < FRESH_MS) return known.page
    const looking = this.#lookUp(id)
    // Nobody waits for a database that is away, but for what it does not know yet.
    if (!known || !this.#isAway) return looking
    looking.catch(() => {})
    return known.page
  }

  #lookUp(id: string): Promise<PublishedPage | null> {
    const running = this.#running.get(id)
    if (running) return running
    const looking = this.#ask(id).finally(() => this.#running.delete(id))
    this.#running.set(id, looking)
    return looking
  }

  async #ask(id: string): Promise<PublishedPage | null> {
    try {
      const page = await within(ANSWER_WITHIN_MS, this.#find(id))
      this.#isAway = false
      this.#entries.set(id, { page, checkedAt: performance.now() })
      this.#folder.write(id, page)
      return page
    } catch (error) {
      this.#isAway = true
      const page = this.#entries.get(id)?.page ?? (await this.#folder.read(id))
      if (page === null) throw error
      this.#entries.set(id, { page, checkedAt: performance.now() })
      return page
    }
  }
}
