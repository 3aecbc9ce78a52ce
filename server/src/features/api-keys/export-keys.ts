import type { Database } from '../../platform/db/database'
import { type ExportOf, jsonFile } from '../../platform/export/entry'
import { presentKey } from './keys'
import { listKeys } from './repository'

/** The keys of a workspace as its list shows them: none that opens anything. */
export const exportKeys = ({ db }: Database): ExportOf =>
  async function* (userId) {
    yield jsonFile('account/api-keys.json', keys())

    async function* keys() {
      yield* (await listKeys(db, userId)).map(presentKey)
    }
  }
