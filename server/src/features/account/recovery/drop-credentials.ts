import { and, eq, gte, isNull, or, sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'
import { dropWaiting } from '../../../platform/mail'
import { identities } from '../oidc/table'
import { oneTimeTokens } from '../one-time-tokens/table'
import { passkeys, recoveryCodes, totp } from '../second-factor/table'
import { deleteSessionsOf } from '../sessions/repository'
import { knownDevices, users } from '../table'

/** What was taken from an account, as its person is told. */
export interface Dropped {
  hasTotp: boolean
  recoveryCodes: number
  /** Their names. */
  passkeys: string[]
  /** Issuers of the connected identities. */
  issuers: string[]
  sessions: number
  /** Names of the API keys, and addresses of the webhooks, of their own workspace, and in any of their feed links and, since a moment, of their keys. */
  apiKeys: string[]
  webhooks: string[]
}

/**
 * Takes away what opens an account, all of it or what came since a moment, with everything that those who had it could
 * still use: sessions, links and challenges, the pending change of the address, API keys and webhooks. Two kinds go whatever their age:
 * sessions, and recovery codes, which may have been renewed. The password is for the caller to replace.
 * @param since by the clock of the database
 */
export async function dropCredentials(tx: Db, userId: string, since?: Date): Promise<Dropped> {
  // A mail that is being sent makes its token first; then it is deleted with the others.
  await dropWaiting(tx, userId, ['email-changed', 'factor-changed', 'verify-email'])
  await tx.delete(oneTimeTokens).where(and(eq(oneTimeTokens.userId, userId), isNoOlderUndo(since)))
  const apps = await tx
    .delete(totp)
    .where(and(eq(totp.userId, userId), since && or(isNull(totp.enabledAt), gte(totp.enabledAt, since))))
    .returning({ enabledAt: totp.enabledAt })
  const codes = await tx
    .delete(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId))
    .returning({ userId: recoveryCodes.userId })
  const keys = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), since && gte(passkeys.createdAt, since)))
    .returning({ name: passkeys.name })
  const connected = await tx
    .delete(identities)
    .where(and(eq(identities.userId, userId), since && gte(identities.createdAt, since)))
    .returning({ issuer: identities.issuer })
  await tx
    .delete(knownDevices)
    .where(and(eq(knownDevices.userId, userId), since && gte(knownDevices.lastSignInAt, since)))
  const isSince = sql`created_at >= coalesce(${since?.toISOString() ?? null}::timestamptz, '-infinity')`
  const apiKeys = await query<{ name: string }>(
    tx,
    sql`delete from api_keys where ${isSince} and (user_id = ${userId}
      or person_id = ${userId} and (feed is not null or client_id <> '' or ${since !== undefined})) returning name`,
  )
  const webhooks = await query<{ url: string }>(
    tx,
    sql`delete from webhooks where user_id = ${userId} and ${isSince} returning url`,
  )
  await tx.update(users).set({ pendingEmail: null }).where(eq(users.id, userId))
  return {
    hasTotp: apps.some(({ enabledAt }) => enabledAt !== null),
    recoveryCodes: codes.length,
    passkeys: keys.map(({ name }) => name),
    issuers: connected.map(({ issuer }) => issuer),
    sessions: await deleteSessionsOf(tx, userId),
    apiKeys: apiKeys.map(({ name }) => name),
    webhooks: webhooks.map(({ url }) => new URL(url).host),
  }
}

/** The owner of an older address can still take back what came before. */
const isNoOlderUndo = (since: Date | undefined) =>
  since &&
  sql`(${oneTimeTokens.kind} <> 'undo-change'
    or (${oneTimeTokens.data} ->> 'changedAt')::timestamptz >= ${since.toISOString()}::timestamptz)`
