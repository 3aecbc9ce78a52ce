import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import type { UserRow } from '../repository'
import { listPasskeys } from '../second-factor/repository'
import type { Providers } from './providers'
import { listIdentities } from './repository'

/**
 * After a way to sign in was removed, in the same transaction, whose user it holds.
 * @throws AppError LastWayIn when no password, no passkey of this host and no identity of a provider is left
 */
export async function refuseLastWayIn(
  tx: Db,
  { providers, appUrl }: { providers: Providers; appUrl: string },
  user: UserRow,
): Promise<void> {
  if (user.hasPassword) return
  const { hostname } = new URL(appUrl)
  if ((await listPasskeys(tx, user.id)).some(({ rpId }) => rpId === hostname)) return
  if ((await listIdentities(tx, user.id, providers.issuers)).length === 0) throw new AppError('LastWayIn')
}
