import type { Database } from '../../platform/db/database'
import { type ExportOf, jsonFile } from '../../platform/export/entry'
import { presentWebhook } from './present'
import { listWebhooks } from './repository'

/** The webhooks of a workspace as its list shows them: no secret. */
export const exportWebhooks = ({ db }: Database): ExportOf =>
  async function* (userId) {
    yield jsonFile('account/webhooks.json', (await listWebhooks(db, userId)).map(presentWebhook))
  }
