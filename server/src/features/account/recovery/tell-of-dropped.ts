import type { Db } from '../../../platform/db/database'
import { queueMail } from '../../../platform/mail'
import type { Providers } from '../oidc/providers'
import type { UserRow } from '../repository'
import { newToken } from '../tokens'
import type { Dropped } from './drop-credentials'

interface Telling {
  user: Pick<UserRow, 'id' | 'language'>
  dropped: Dropped
  providers: Providers
  /** Unless the person's own is known. */
  language: string
  /** The address was proven for the first time, or a change was taken back. */
  reason: 'proven' | 'undone'
}

/** Tells a person, at the address that is theirs now, what was taken from the account; nothing where nothing was. */
export async function tellOfDropped(
  tx: Db,
  { user, dropped, providers, language, reason }: Telling,
): Promise<void> {
  const { hasTotp, recoveryCodes, passkeys, issuers, sessions, apiKeys, webhooks } = dropped
  const accounts = issuers.map((issuer) => providers.ofIssuer(issuer)?.label ?? new URL(issuer).host)
  const named = [...passkeys, ...accounts, ...apiKeys, ...webhooks]
  if (!hasTotp && recoveryCodes + named.length + sessions === 0) return
  await queueMail(tx, {
    kind: 'access-removed',
    dedupeKey: `access-removed:${newToken()}`,
    userId: user.id,
    address: null,
    language: user.language ?? language,
    values: {
      reason,
      totp: hasTotp ? 1 : 0,
      recoveryCodes,
      passkeys: passkeys.join(', '),
      accounts: accounts.join(', '),
      sessions,
      apiKeys: apiKeys.join(', '),
      webhooks: webhooks.join(', '),
    },
  })
}
