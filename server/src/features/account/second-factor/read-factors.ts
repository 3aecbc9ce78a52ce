import type { Factors } from '@scanleaf/shared'
import { relyingPartyOf } from '../../../platform/http/relying-party'
import type { ChangingFactors } from './changing-factors'
import { countRecoveryCodes, findTotp, listPasskeys } from './repository'

/** The factors of a user besides the password. */
export async function readFactors(
  { database: { db }, appUrl, appName }: Pick<ChangingFactors, 'database' | 'appUrl' | 'appName'>,
  userId: string,
): Promise<Factors> {
  const party = relyingPartyOf(appUrl, appName)
  const app = await findTotp(db, userId)
  const passkeys = await listPasskeys(db, userId)
  return {
    totpEnabledAt: app?.enabledAt?.toISOString() ?? null,
    recoveryCodesLeft: await countRecoveryCodes(db, userId),
    passkeys: passkeys.map(({ id, name, createdAt, usedAt, backedUp, rpId }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
      isSynced: backedUp,
      isUsable: rpId === party?.id,
    })),
    hasPasskeys: party !== null,
  }
}
