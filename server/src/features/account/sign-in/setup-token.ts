import type { Config } from '../../../platform/config/config'
import type { Database } from '../../../platform/db/database'
import { storeSetupTokenHash } from '../repository'
import { hashOf, newToken } from '../tokens'

/**
 * The token that makes the first administrator, to be printed at the start: the configured one or a new random one;
 * null once there is an administrator. A random token of an earlier start is void from here on, so processes that
 * share a database should share a configured one.
 */
export async function ensureSetupToken(
  database: Database,
  { setupToken }: Pick<Config, 'setupToken'>,
): Promise<string | null> {
  const token = setupToken ?? newToken()
  return (await storeSetupTokenHash(database.db, hashOf(token))) ? token : null
}
