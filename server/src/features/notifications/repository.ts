import { randomBytes } from 'node:crypto'
import { MAIL_KINDS, type MailKind } from '@scanleaf/shared'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import { endReports, readsReport } from '../workspaces'
import { mailPreferences } from './table'

export type PreferencesRow = typeof mailPreferences.$inferSelect

/** 128 bits, in letters that no mail reader breaks an address at. */
const newKey = () => randomBytes(16).toString('hex')

/** The preferences of a person; a person without any gets a row, and with it a key to unsubscribe by. */
async function takePreferences(tx: Db, userId: string): Promise<PreferencesRow> {
  return (await findPreferences(tx, userId)) ?? updatePreferences(tx, userId, {})
}

/** Null when nothing was chosen yet. */
export async function findPreferences(db: Db, userId: string): Promise<PreferencesRow | null> {
  const [row] = await db.select().from(mailPreferences).where(eq(mailPreferences.userId, userId))
  return row ?? null
}

const wants = ({ refused, weeklyReport }: PreferencesRow, kind: MailKind): boolean =>
  MAIL_KINDS[kind] === 'requested' ? weeklyReport : !refused.includes(kind)

/**
 * Whether a person wants a kind that can be refused, and the key to refuse it by.
 * @param workspace that a mail is about; its report is wanted apart, and for its members alone
 */
export async function findWish(tx: Db, userId: string, kind: MailKind, workspace: string | undefined) {
  const row = await takePreferences(tx, userId)
  const isApart = MAIL_KINDS[kind] === 'requested' && workspace !== undefined
  const isWanted = isApart ? await readsReport(tx, workspace, userId) : wants(row, kind)
  return { isWanted, unsubscribeKey: row.unsubscribeKey }
}

export async function updatePreferences(
  tx: Db,
  userId: string,
  wish: { refused?: MailKind[] | undefined; weeklyReport?: boolean | undefined },
): Promise<PreferencesRow> {
  const [row] = await tx
    .insert(mailPreferences)
    .values({ userId, unsubscribeKey: newKey(), ...wish })
    .onConflictDoUpdate({ target: mailPreferences.userId, set: { userId, ...wish } })
    .returning()
  if (!row) throw new Error('an upsert without a row')
  return row
}

/** Ends mails of a kind, of all workspaces, for the person with this key; nothing for an unknown key. */
export async function unsubscribe(tx: Db, unsubscribeKey: string, kind: MailKind): Promise<void> {
  const refused = sql`case when ${kind} = any(${mailPreferences.refused}) then ${mailPreferences.refused}
    else array_append(${mailPreferences.refused}, ${kind}) end`
  const [person] = await tx
    .update(mailPreferences)
    .set(MAIL_KINDS[kind] === 'requested' ? { weeklyReport: false } : { refused })
    .where(eq(mailPreferences.unsubscribeKey, unsubscribeKey))
    .returning({ userId: mailPreferences.userId })
  if (person && MAIL_KINDS[kind] === 'requested') await endReports(tx, person.userId)
}

/** People with a weekly report of their home, in the order of their ids. */
export async function listHomeReaders(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ userId: mailPreferences.userId })
    .from(mailPreferences)
    .where(and(mailPreferences.weeklyReport, gt(mailPreferences.userId, after)))
    .orderBy(asc(mailPreferences.userId))
    .limit(limit)
  return rows.map(({ userId }) => userId)
}

/** What a person wanted to get by e-mail. */
export async function erasePreferences(db: Db, userId: string): Promise<void> {
  await db.delete(mailPreferences).where(eq(mailPreferences.userId, userId))
}
