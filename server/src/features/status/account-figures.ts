import type { Config } from '../../platform/config/config'
import type { Db } from '../../platform/db/database'
import { findAdminsWithoutFactor } from '../account'
import type { Measurement } from './measurement'

/** With an external account service they are unknown. */
export async function readAccountFigures(
  db: Db,
  { identityUrl, appUrl }: Pick<Config, 'identityUrl' | 'appUrl'>,
): Promise<Measurement[]> {
  if (identityUrl !== null) return []
  const admins = await findAdminsWithoutFactor(db, new URL(appUrl).hostname)
  return [{ check: 'admins-without-factor', figure: admins.length, subjects: admins }]
}
