import { and, desc, eq, gt, inArray, isNull, lt, lte, not, or, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import type { Acting } from '../../platform/http/acting'
import { chatActions, chatMessages } from './table'

export type MessageRow = typeof chatMessages.$inferSelect
export type ListedMessage = MessageRow & { isAnswered: boolean }
export type ActionRow = typeof chatActions.$inferSelect
export type NewAction = typeof chatActions.$inferInsert

/** Whose conversation, and about which workspace: each person has one of their own in each. */
export type Talk = Pick<Acting, 'personId' | 'ownerId'>

/** The columns that keep conversations apart. */
export const columnsOf = ({ personId, ownerId }: Talk) => ({
  userId: personId,
  ownerId: ownerId === personId ? '' : ownerId,
})

/** One conversation, or all of a person. */
type Talks = Talk | Pick<Talk, 'personId'>

function isOf(table: typeof chatMessages | typeof chatActions, of: Talks) {
  if (!('ownerId' in of)) return eq(table.userId, of.personId)
  const { userId, ownerId } = columnsOf(of)
  return and(eq(table.userId, userId), eq(table.ownerId, ownerId))
}

const isAnswered = sql<boolean>`exists (select from chat_messages answer where answer.question_id = chat_messages.id)`

/** The newest before a place, the newest first. */
export async function findMessages(
  db: Db,
  of: Talks,
  { before, limit }: { before: number | null; limit: number },
): Promise<ListedMessage[]> {
  const rows = await db
    .select({ message: chatMessages, isAnswered })
    .from(chatMessages)
    .where(and(isOf(chatMessages, of), before === null ? undefined : lt(chatMessages.place, before)))
    .orderBy(desc(chatMessages.place))
    .limit(limit)
  return rows.map((row) => ({ ...row.message, isAnswered: row.isAnswered }))
}

export async function insertQuestion(
  db: Db,
  { talk, ...question }: { talk: Talk; message: string; createdAt: Date; answeringUntil: Date },
): Promise<MessageRow> {
  const [row] = await db
    .insert(chatMessages)
    .values({ ...columnsOf(talk), ...question, from: 'user' })
    .returning()
  if (!row) throw new Error('insert returned no row')
  return row
}

/** Claims an own question that has no answer, and that no other request is answering. */
export async function claimQuestion(
  db: Db,
  { talk, id, now, until }: { talk: Talk; id: string; now: Date; until: Date },
): Promise<MessageRow | null> {
  const isFree = or(isNull(chatMessages.answeringUntil), lte(chatMessages.answeringUntil, now))
  const [row] = await db
    .update(chatMessages)
    .set({ answeringUntil: until })
    .where(
      and(
        eq(chatMessages.id, id),
        isOf(chatMessages, talk),
        eq(chatMessages.from, 'user'),
        isFree,
        not(isAnswered),
      ),
    )
    .returning()
  return row ?? null
}

export async function findQuestion(db: Db, talk: Talk, id: string): Promise<MessageRow | null> {
  const isOwn = and(eq(chatMessages.id, id), isOf(chatMessages, talk), eq(chatMessages.from, 'user'))
  const [row] = await db.select().from(chatMessages).where(isOwn)
  return row ?? null
}

/** Releases the claim of the question. */
export async function releaseQuestion(db: Db, id: string): Promise<void> {
  await db.update(chatMessages).set({ answeringUntil: null }).where(eq(chatMessages.id, id))
}

/** Null when the question was answered by somebody else meanwhile. */
export async function insertAnswer(
  db: Db,
  {
    talk,
    ...answer
  }: { talk: Talk; questionId: string; message: string; createdAt: Date; isStopped: boolean },
): Promise<MessageRow | null> {
  const [row] = await db
    .insert(chatMessages)
    .values({ ...columnsOf(talk), ...answer, from: 'GPT' })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

export async function insertActions(db: Db, actions: readonly NewAction[]): Promise<ActionRow[]> {
  return actions.length === 0
    ? []
    : db
        .insert(chatActions)
        .values([...actions])
        .returning()
}

/** In the order in which they were proposed. */
export async function findActionsOf(db: Db, messageIds: readonly string[]): Promise<ActionRow[]> {
  if (messageIds.length === 0) return []
  return db
    .select()
    .from(chatActions)
    .where(inArray(chatActions.messageId, [...messageIds]))
    .orderBy(chatActions.place)
}

/** The newest before a place, the newest first. */
export async function findActions(
  db: Db,
  of: Talks,
  { before, limit }: { before: number | null; limit: number },
): Promise<ActionRow[]> {
  return db
    .select()
    .from(chatActions)
    .where(and(isOf(chatActions, of), before === null ? undefined : lt(chatActions.place, before)))
    .orderBy(desc(chatActions.place))
    .limit(limit)
}

export async function findAction(db: Db, talk: Talk, id: string): Promise<ActionRow | null> {
  const [row] = await db
    .select()
    .from(chatActions)
    .where(and(eq(chatActions.id, id), isOf(chatActions, talk)))
  return row ?? null
}

/** Decides a proposal, once and in time. Null for one that is decided or has expired. */
export async function recordDecision(
  tx: Db,
  { talk, id, status, now }: { talk: Talk; id: string; status: 'done' | 'declined'; now: Date },
): Promise<ActionRow | null> {
  const isOpen = and(eq(chatActions.status, 'proposed'), gt(chatActions.expiresAt, now))
  const [row] = await tx
    .update(chatActions)
    .set({ status, decidedAt: now })
    .where(and(eq(chatActions.id, id), isOf(chatActions, talk), isOpen))
    .returning()
  return row ?? null
}

/** Null for one that was not done, or was undone before. */
export async function undoAction(tx: Db, talk: Talk, id: string): Promise<ActionRow | null> {
  const [row] = await tx
    .update(chatActions)
    .set({ status: 'undone' })
    .where(and(eq(chatActions.id, id), isOf(chatActions, talk), eq(chatActions.status, 'done')))
    .returning()
  return row ?? null
}

export async function nameCode(tx: Db, id: string, codeId: string): Promise<void> {
  await tx.update(chatActions).set({ codeId }).where(eq(chatActions.id, id))
}

/** All conversations of a person. */
export async function eraseChat(tx: Db, userId: string): Promise<void> {
  await tx.delete(chatActions).where(eq(chatActions.userId, userId))
  await tx.delete(chatMessages).where(eq(chatMessages.userId, userId))
}
