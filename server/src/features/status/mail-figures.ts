import type { Config } from '../../platform/config/config'
import type { Db } from '../../platform/db/database'
import { readMailFigures, sendsMail } from '../../platform/mail'
import type { Measurement } from './measurement'

/** Nothing where no e-mail is sent. */
export async function readMail(db: Db, config: Pick<Config, 'mail' | 'identityUrl'>): Promise<Measurement[]> {
  if (!sendsMail(config)) return []
  const { refused, oldestSeconds, failed } = await readMailFigures(db)
  return [
    { check: 'mail-refused', figure: refused },
    { check: 'mail-waiting', figure: oldestSeconds },
    { check: 'mail-failed', figure: failed },
  ]
}
