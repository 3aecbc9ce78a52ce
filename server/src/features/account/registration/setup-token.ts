import type { Config } from '../../../platform/config/config'
import type { Database } from '../../../platform/db/database'
import { storeSetupTokenHash } from '../repository'
import { hashOf, newToken } from '../tokens'

/**
 * What makes the first administrator: a new random token, to be printed at the start, or `configured`, for the one of
 * SETUP_TOKEN, which its host knows and no log should; null once there is an administrator. A random token of an earlier start is void from here on, so processes that
 * share a database should share a configured one.
 */
export async function ensureSetupToken(
  database: Database,
  { setupToken }: Pick<Config, 'setupToken'>,
): Promise<{ token: string } | 'configured' | null> {
  const token = setupToken ?? newToken()
  if (!(await storeSetupTokenHash(database.db, hashOf(token)))) return null
  return setupToken === null ? { token } : 'configured'
}
