import type { Database } from '../../platform/db/database'
import type { RepeatedJob } from '../../platform/jobs'
import { queueMail } from '../../platform/mail'
import { listEndingKeys } from './repository'

const AT_ONCE = 200
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Writes once about each key that ends soon: the outbox keeps an email for longer than that, and drops a second one. */
export const keyExpiryJob = (database: Database): RepeatedJob => ({
  name: 'api-key-expiry',
  everySeconds: 6 * 3_600,
  async run() {
    for (let after: string | undefined = FIRST_ID; after !== undefined; ) {
      const keys = await listEndingKeys(database.db, after, AT_ONCE)
      await database.transaction(async (tx) => {
        for (const { id, userId, name, expiresAt } of keys)
          await queueMail(tx, {
            ...{ kind: 'key-expires', dedupeKey: `key-expires:${id}`, userId, address: null, language: null },
            values: { name, expiresAt: expiresAt?.toISOString() ?? '' },
          })
      })
      after = keys.length === AT_ONCE ? keys.at(-1)?.id : undefined
    }
  },
})
