import { and, desc, eq, isNull, lt, lte, not, or, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import { columnsOf, type Talk } from '../tools'
import { chatMessages } from './table'

export type MessageRow = typeof chatMessages.$inferSelect
export type ListedMessage = MessageRow & { isAnswered: boolean }

/** One conversation, or all of a person. */
type Talks = Talk | Pick<Talk, 'personId'>

function isOf(of: Talks) {
  if (!('ownerId' in of)) return eq(chatMessages.userId, of.personId)
  const { userId, ownerId } = columnsOf(of)
  return and(eq(chatMessages.userId, userId), eq(chatMessages.ownerId, ownerId))
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
    .where(and(isOf(of), before === null ? undefined : lt(chatMessages.place, before)))
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
    .where(and(eq(chatMessages.id, id), isOf(talk), eq(chatMessages.from, 'user'), isFree, not(isAnswered)))
    .returning()
  return row ?? null
}

export async function findQuestion(db: Db, talk: Talk, id: string): Promise<MessageRow | null> {
  const isOwn = and(eq(chatMessages.id, id), isOf(talk), eq(chatMessages.from, 'user'))
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

/** All conversations of a person. */
export async function eraseChat(tx: Db, userId: string): Promise<void> {
  await tx.delete(chatMessages).where(eq(chatMessages.userId, userId))
}
