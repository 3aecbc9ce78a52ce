import { sql } from 'drizzle-orm'
import { AppError } from '../../../platform/app-error'
import { orEmailTaken } from '../email-addresses/email-taken'
import { createRecoveryToken } from '../mails/recovery-links'
import { useToken } from '../one-time-tokens/one-time-tokens'
import { forgetPassword, lockUser, updateUser } from '../repository'
import { newToken } from '../tokens'
import { dropCredentials } from './drop-credentials'
import type { Recovering } from './recovery'
import { tellOfDropped } from './tell-of-dropped'

/**
 * Takes back what happened to an account since a change that its owner's mailbox was told of: the address is the one of
 * before, and what was added since is gone. The author of the change knew the password or used an open session: every
 * session ends, the password no longer counts, and the token that is returned sets a new one. Earlier factors stay and are
 * asked for there; one that the author has removed is not.
 * @throws AppError LinkExpired, Conflict when somebody else holds the address meanwhile, ServiceUnavailable
 */
export async function undoChange(
  { database, hasher, providers }: Pick<Recovering, 'database' | 'hasher' | 'providers'>,
  token: string,
  language: string,
): Promise<{ email: string; recoveryToken: string }> {
  const passwordHash = await hasher.hash(newToken())
  return orEmailTaken(
    database.transaction(async (tx) => {
      const used = await useToken(tx, 'undo-change', token)
      const user = used?.userId ? await lockUser(tx, used.userId) : null
      if (!used || !user) throw new AppError('LinkExpired')
      const email = String(used.data['email'])
      const dropped = await dropCredentials(tx, user.id, new Date(String(used.data['changedAt'])))
      // An address that was never verified is proven by setting the password, which drops all from before that.
      const wasVerified = used.data['wasVerified'] === 1
      await updateUser(tx, user.id, { email, ...(wasVerified && { emailVerifiedAt: sql`now()` }) })
      await forgetPassword(tx, user.id, passwordHash)
      await tellOfDropped(tx, { user, dropped, providers, language, reason: 'undone' })
      return { email, recoveryToken: await createRecoveryToken(tx, user.id, email) }
    }),
  )
}
