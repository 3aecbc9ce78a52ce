import { sql } from 'drizzle-orm'
import { AppError } from '../../../platform/app-error'
import type { Database, Db } from '../../../platform/db/database'
import { orEmailTaken } from '../email-taken'
import { deleteTokensOf, useToken } from '../one-time-tokens/one-time-tokens'
import { oneTimeTokens } from '../one-time-tokens/table'
import { lockUser, updateUser } from '../repository'
import { deleteSessionsOf } from '../sessions/repository'
import { createRecoveryToken } from './links'

/**
 * Restores the address that an account had before a change: its author knew the password or used an open session, so
 * every session ends, and the token that is returned sets a new password.
 * @throws AppError LinkExpired, Conflict when somebody else holds the address meanwhile
 */
export function undoEmailChange(
  database: Database,
  token: string,
): Promise<{ email: string; recoveryToken: string }> {
  return orEmailTaken(
    database.transaction(async (tx) => {
      const used = await useToken(tx, 'undo-email', token)
      const user = used?.userId ? await lockUser(tx, used.userId) : null
      if (!used || !user) throw new AppError('LinkExpired')
      const email = String(used.data['email'])
      await updateUser(tx, user.id, { email, emailVerifiedAt: sql`now()`, pendingEmail: null })
      await deleteSessionsOf(tx, user.id)
      await deleteTokensOf(tx, user.id, ['verify-email', 'recovery', 'recovery-link'])
      await voidLaterUndos(tx, user.id, String(used.data['changedAt']))
      return { email, recoveryToken: await createRecoveryToken(tx, user.id, email) }
    }),
  )
}

/** An attacker who took the account over cannot undo the undoing; the owner of a still older address can. */
async function voidLaterUndos(tx: Db, userId: string, changedAt: string): Promise<void> {
  await tx.delete(oneTimeTokens).where(
    sql`${oneTimeTokens.userId} = ${userId} and ${oneTimeTokens.kind} = 'undo-email'
      and (${oneTimeTokens.data} ->> 'changedAt')::timestamptz >= ${changedAt}::timestamptz`,
  )
}
