import { DELETION_DAYS, DELETION_WARNING_DAYS, type DeleteAccount } from '@scanleaf/shared'
import { and, asc, eq, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'
import { TRUSTED_NOW } from '../../../platform/trusted-clock'
import type { UserRow } from '../repository'
import { invitations, userActions, users } from '../table'

/** Another request for a deletion changes how it is done, never its day. */
export async function planDeletion(tx: Db, id: string, wish: DeleteAccount): Promise<UserRow> {
  const [row] = await tx
    .update(users)
    .set({
      ...wish,
      deletingAt: sql`coalesce(${users.deletingAt}, now() + ${DELETION_DAYS} * interval '1 day')`,
      deletionWarnedAt: null,
    })
    .where(eq(users.id, id))
    .returning()
  if (!row) throw new Error('a user who is locked is there')
  return row
}

/** An account that was never handed to anybody is due at once, and its codes stop. */
export async function makeDue(tx: Db, id: string): Promise<void> {
  await tx.update(users).set({ deletingAt: TRUSTED_NOW, ending: 'stop' }).where(eq(users.id, id))
}

/** Null when no deletion was planned, or it has begun. */
export async function cancelDeletion(tx: Db, id: string): Promise<UserRow | null> {
  const [row] = await tx
    .update(users)
    .set({ deletingAt: null, deletionWarnedAt: null, ending: 'freeze', keepPdfPages: false })
    .where(and(eq(users.id, id), isNotNull(users.deletingAt)))
    .returning()
  return row ?? null
}

/** Users whose day has come, the longest overdue first. */
export async function listDueDeletions(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(lte(users.deletingAt, TRUSTED_NOW))
    .orderBy(asc(users.deletingAt))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** How many that would be if the clock were right. */
export const countDueDeletions = (db: Db): Promise<number> =>
  db.$count(users, lte(users.deletingAt, sql`now()`))

/** Marks those who are to be told once more that their codes stop, and answers them. */
export async function markWarned(tx: Db, limit: number): Promise<UserRow[]> {
  const due = tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.ending, 'stop'),
        lte(users.deletingAt, sql`${TRUSTED_NOW} + ${DELETION_WARNING_DAYS} * interval '1 day'`),
        isNull(users.deletionWarnedAt),
      ),
    )
    .limit(limit)
    .for('update', { skipLocked: true })
  return tx
    .update(users)
    .set({ deletionWarnedAt: sql`now()` })
    .where(sql`${users.id} in (${due})`)
    .returning()
}

/**
 * Deletes a user whose day has come, and with the row all that hangs on it: sessions, devices, factors, passkeys,
 * tokens, rights. User name and address are free. Null when the day has not come, or the account is kept after all.
 */
export async function deleteDueUser(tx: Db, id: string): Promise<UserRow | null> {
  const [row] = await tx
    .delete(users)
    .where(and(eq(users.id, id), lte(users.deletingAt, TRUSTED_NOW)))
    .returning()
  return row ?? null
}

/** Whether a workspace is about to be deleted, by itself or with the account of its owner: then nothing is renewed. */
export async function isLeaving(db: Db, ownerId: string): Promise<boolean> {
  const [row] = await query<{ found: boolean }>(
    db,
    sql`select exists (select from erasures where user_id = ${ownerId} and ended_at is null)
      or exists (select from users where deleting_at is not null and (id::text = ${ownerId} or id::text in (
        select user_id from workspace_members
        where workspace_id = ${ownerId} and role = 'owner' and left_at is null))) as found`,
  )
  return row?.found ?? false
}

/** Whether an account is about to be deleted; nobody plans a deletion of the account before the transaction ends. */
export async function lockLeaving(tx: Db, userId: string): Promise<boolean> {
  const [row] = await tx
    .select({ deletingAt: users.deletingAt })
    .from(users)
    .where(sql`${users.id}::text = ${userId}`)
    .for('share')
  return row !== undefined && row.deletingAt !== null
}

/** What is kept of acts on and by a deleted user names nobody: ids tell people apart. */
export async function eraseNamesInActions(db: Db, userId: string): Promise<void> {
  await db.update(invitations).set({ createdBy: userId }).where(eq(invitations.createdById, userId))
  await db
    .update(userActions)
    .set({ by: userId })
    .where(and(eq(userActions.byId, userId), ne(userActions.by, userId)))
  await db
    .update(userActions)
    .set({ reason: '' })
    .where(
      and(
        sql`${userActions.userId}::text = ${userId}`,
        ne(userActions.reason, ''),
        // For a deletion the operator is asked for a reason that names nobody.
        or(ne(userActions.action, 'delete'), sql`${userActions.byId} = ${userId}`),
      ),
    )
}
