import { AppError } from '../../../platform/app-error'
import type { Config } from '../../../platform/config/config'
import type { Database, Db } from '../../../platform/db/database'
import { isSetupTokenHash, storeSetupTokenHash } from '../repository'
import { hashOf, newToken } from '../tokens'

/**
 * What makes the first administrator: a new random token, to be printed at the start, or `configured`, for the one of
 * SETUP_TOKEN, which its host knows and no log should; null once there is an administrator. A random token of an earlier start is void from here on, so processes that
 * share a database should share a configured one.
 * @param kept of the link that is printed again, after a restore that changed nothing
 */
export async function ensureSetupToken(
  database: Database,
  { setupToken }: Pick<Config, 'setupToken'>,
  kept: string | null = null,
): Promise<{ token: string } | 'configured' | null> {
  const token = setupToken ?? kept ?? newToken()
  if (!(await storeSetupTokenHash(database.db, hashOf(token)))) return null
  return setupToken === null ? { token } : 'configured'
}

/**
 * @returns its hash
 * @throws AppError when it leads nowhere: there is an administrator, or a newer link
 */
export async function requireSetupToken(db: Db, token: string, configured: string | null): Promise<string> {
  const hash = hashOf(token)
  const isValid = await (token === configured ? storeSetupTokenHash(db, hash) : isSetupTokenHash(db, hash))
  if (!isValid) throw wrongSetupToken()
  return hash
}

export const wrongSetupToken = () => new AppError('ValidationError', { setupToken: 'wrong-setup-token' })
