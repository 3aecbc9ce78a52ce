import type { MailKind } from '@scanleaf/shared'
import { and, desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import { type Db, query } from '../db/database'
import { TRUSTED_NOW } from '../trusted-clock'
import { mailOutbox } from './table'

export type QueuedMail = typeof mailOutbox.$inferSelect

/** Waits after the first attempt, the second and so on; after one more the mail has failed. */
const RETRY_SECONDS = [60, 300, 900, 3600, 14_400, 43_200, 86_400]
export const MAX_ATTEMPTS = RETRY_SECONDS.length + 1

/** Begins the error of an attempt for which not the mail but the settings are at fault. */
export const REFUSED = 'refused: '

const KEPT_DAYS = 30
const DELETED_AT_ONCE = 1000

/**
 * Takes mails that are due until the lease ends; reports, which nobody waits for, come last. None waits for two days,
 * except by a clock that was ahead.
 */
export async function leaseDue(db: Db, limit: number, leaseSeconds: number): Promise<QueuedMail[]> {
  const due = db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(
      and(
        eq(mailOutbox.status, 'waiting'),
        sql`(${mailOutbox.nextAt} <= now() or ${mailOutbox.nextAt} > now() + interval '2 days')`,
      ),
    )
    .orderBy(sql`${mailOutbox.kind} = 'weekly-report'`, mailOutbox.nextAt)
    .limit(limit)
    .for('update', { skipLocked: true })
  return db
    .update(mailOutbox)
    .set({ nextAt: sql`now() + ${leaseSeconds} * interval '1 second'` })
    .where(inArray(mailOutbox.id, due))
    .returning()
}

const waiting = (ids: readonly number[]) =>
  and(inArray(mailOutbox.id, [...ids]), eq(mailOutbox.status, 'waiting'))

/** Gives leases back without an attempt. */
export async function postpone(
  db: Db,
  ids: readonly number[],
  seconds: number,
  error?: string,
): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(mailOutbox)
    .set({
      nextAt: sql`now() + ${seconds} * interval '1 second'`,
      ...(error !== undefined && { lastError: error }),
    })
    .where(waiting(ids))
}

export async function recordSent(db: Db, id: number): Promise<void> {
  await db
    .update(mailOutbox)
    .set({ status: 'sent', sentAt: sql`now()`, lastError: '' })
    .where(waiting([id]))
}

/** The end of a mail that is not sent. */
export async function recordUnsent(
  db: Db,
  id: number,
  status: 'failed' | 'dropped',
  error: string,
): Promise<void> {
  await db
    .update(mailOutbox)
    .set({ status, lastError: error, attempts: sql`${mailOutbox.attempts} + 1` })
    .where(waiting([id]))
}

/** The same mail to each of several people. */
export async function insertForMembers(
  tx: Db,
  { kind, dedupeKey, language, values }: QueuedMail,
  members: readonly string[],
): Promise<void> {
  if (members.length === 0) return
  await tx
    .insert(mailOutbox)
    .values(
      members.map((userId) => ({ kind, dedupeKey: `${dedupeKey}:${userId}`, userId, language, values })),
    )
    .onConflictDoNothing({ target: mailOutbox.dedupeKey })
}

/** Whether a mail is still to be sent; holds its row until the transaction ends. */
export async function lockWaiting(tx: Db, id: number): Promise<boolean> {
  const held = await tx
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(waiting([id]))
    .for('update')
  return held.length > 0
}

/** Mails to a person that report what is no longer so. Waits for one that is being prepared, so that its token is stored. */
export async function dropWaiting(tx: Db, userId: string, kinds: readonly MailKind[]): Promise<void> {
  await tx
    .update(mailOutbox)
    .set({ status: 'dropped', lastError: 'taken back' })
    .where(
      and(
        eq(mailOutbox.userId, userId),
        inArray(mailOutbox.kind, [...kinds]),
        eq(mailOutbox.status, 'waiting'),
      ),
    )
}

/** An attempt that may go better later; true when it was the last. */
export async function recordAttempt(db: Db, id: number, error: string): Promise<boolean> {
  const waits = sql.raw(`array[${RETRY_SECONDS.join(', ')}]`)
  const [row] = await db
    .update(mailOutbox)
    .set({
      attempts: sql`${mailOutbox.attempts} + 1`,
      status: sql`case when ${mailOutbox.attempts} + 1 < ${MAX_ATTEMPTS} then 'waiting' else 'failed' end`,
      nextAt: sql`now() + coalesce((${waits})[${mailOutbox.attempts} + 1], 0) * interval '1 second'`,
      lastError: error,
    })
    .where(waiting([id]))
    .returning({ status: mailOutbox.status })
  return row?.status === 'failed'
}

/** Until the next mail is due; null when none waits. */
export async function secondsUntilDue(db: Db): Promise<number | null> {
  const [row] = await query<{ seconds: number | null }>(
    db,
    sql`select extract(epoch from min(next_at) - now())::float8 as seconds from mail_outbox where status = 'waiting'`,
  )
  return row?.seconds ?? null
}

export interface MailFigures {
  waiting: number
  /** Age of the oldest that waits; 0 when none does. */
  oldestSeconds: number
  /** Of those that wait: because the mail server refuses our login, our TLS or our sender. */
  refused: number
  /** Failed, of those queued in the last three days. */
  failed: number
}

export async function readMailFigures(db: Db): Promise<MailFigures> {
  const [row] = await query<{ [Key in keyof MailFigures]: number }>(
    db,
    sql`select
      count(*)::integer as waiting,
      coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSeconds",
      (count(*) filter (where starts_with(last_error, ${REFUSED})))::integer as refused,
      (select count(*) from mail_outbox where status = 'failed' and created_at > now() - interval '3 days')::integer
        as failed
      from mail_outbox where status = 'waiting'`,
  )
  if (!row) throw new Error('an aggregate without a row')
  return row
}

/** Mails of more than a month ago, whatever became of them. */
export async function deleteOld(db: Db): Promise<void> {
  const old = db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(lt(mailOutbox.createdAt, sql`${TRUSTED_NOW} - ${KEPT_DAYS} * interval '1 day'`))
    .limit(DELETED_AT_ONCE)
  for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE; ) {
    deleted = (
      await db.delete(mailOutbox).where(inArray(mailOutbox.id, old)).returning({ id: mailOutbox.id })
    ).length
  }
}

/** Mails to a person and about them, sent or not. */
export async function eraseMails(db: Db, userId: string, email: string | null): Promise<void> {
  const { values } = mailOutbox
  const names = or(
    eq(sql`${values}->>'person'`, userId),
    email === null ? undefined : eq(sql`${values}->>'by'`, email),
  )
  await db.delete(mailOutbox).where(or(eq(mailOutbox.userId, userId), names))
}

/** Mails to a person, the newest first; their text is rendered for each and kept nowhere. */
export async function listMailsOf(db: Db, userId: string) {
  const { kind, address, language, status, createdAt, sentAt } = mailOutbox
  return db
    .select({ kind, address, language, status, createdAt, sentAt })
    .from(mailOutbox)
    .where(eq(mailOutbox.userId, userId))
    .orderBy(desc(mailOutbox.id))
}
