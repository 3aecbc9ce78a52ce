import type { Database } from '../../platform/db/database'
import { type ExportOf, jsonFile } from '../../platform/export/entry'
import { listMailsOf } from '../../platform/mail'
import { findPreferences } from './repository'

/** Which mails a person wants, and those of the last 30 days. */
export const exportNotifications = ({ db }: Database): ExportOf =>
  async function* (userId) {
    yield jsonFile('account/mail-preferences.json', preferences())
    yield jsonFile('account/mails.json', await listMailsOf(db, userId))

    async function* preferences() {
      const found = await findPreferences(db, userId)
      if (found) yield { refused: found.refused, weeklyReport: found.weeklyReport }
    }
  }
