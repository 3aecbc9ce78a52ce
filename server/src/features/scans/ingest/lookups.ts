import { LRUCache } from 'lru-cache'
import type { Db } from '../../../platform/db/database'
import { upTo } from '../log/dictionary'
import { LogDictionaries } from '../log/log-dictionaries'
import { ownersOf } from '../repository'

const REMEMBERED = 100_000

/** What an importer looks up for many batches once. */
export class Lookups {
  readonly dictionaries = new LogDictionaries()
  /** A code stays with its owner for good. */
  readonly #owners = new LRUCache<string, string>(upTo(REMEMBERED))

  /** Owners of codes; a code without an owner has none. */
  async ownersOf(db: Db, codeIds: ReadonlySet<string>): Promise<Map<string, string>> {
    const owners = new Map<string, string>()
    const unknown: string[] = []
    for (const codeId of codeIds) {
      const owner = this.#owners.get(codeId)
      if (owner === undefined) unknown.push(codeId)
      else owners.set(codeId, owner)
    }
    if (unknown.length === 0) return owners
    for (const [codeId, owner] of await ownersOf(db, unknown)) {
      owners.set(codeId, owner)
      this.#owners.set(codeId, owner)
    }
    return owners
  }
}
