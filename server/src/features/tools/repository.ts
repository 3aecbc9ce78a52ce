import { and, count, desc, eq, gt, inArray, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import type { Acting } from '../../platform/http/acting'
import { proposals } from './table'

export type ProposalRow = typeof proposals.$inferSelect
type NewProposal = typeof proposals.$inferInsert

/** Whose conversation, and about which workspace: each person has one of their own in each. */
export type Talk = Pick<Acting, 'personId' | 'ownerId'>

/** The columns that keep conversations apart. */
export const columnsOf = ({ personId, ownerId }: Talk) => ({
  userId: personId,
  ownerId: ownerId === personId ? '' : ownerId,
})

/** Those of one conversation, of all of a person, or of the programs of a workspace. */
export type Proposals = Talk | Pick<Talk, 'personId'> | { programsOf: string }

function isAmong(of: Proposals) {
  if ('programsOf' in of) return and(eq(proposals.ownerId, of.programsOf), ne(proposals.program, ''))
  if (!('ownerId' in of)) return eq(proposals.userId, of.personId)
  const { userId, ownerId } = columnsOf(of)
  return and(eq(proposals.userId, userId), eq(proposals.ownerId, ownerId))
}

export async function insertProposals(db: Db, rows: readonly NewProposal[]): Promise<ProposalRow[]> {
  return rows.length === 0
    ? []
    : db
        .insert(proposals)
        .values([...rows])
        .returning()
}

/** How many of a program wait for a decision; it makes no other until the transaction ends. */
export async function lockAndCountOpen(tx: Db, { personId }: Talk, now: Date): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`proposals of ${personId}`}, 0))`)
  const isOpen = and(eq(proposals.status, 'proposed'), gt(proposals.expiresAt, now))
  const [row] = await tx
    .select({ open: count() })
    .from(proposals)
    .where(and(eq(proposals.userId, personId), isOpen))
  return row?.open ?? 0
}

/** Those of a program that nobody decided on in time. */
export async function deleteExpired(tx: Db, { personId }: Talk, before: Date): Promise<void> {
  const hasExpired = and(eq(proposals.status, 'proposed'), lte(proposals.expiresAt, before))
  await tx.delete(proposals).where(and(eq(proposals.userId, personId), hasExpired))
}

/** In the order in which they were proposed. */
export async function findProposalsOf(db: Db, messageIds: readonly string[]): Promise<ProposalRow[]> {
  if (messageIds.length === 0) return []
  return db
    .select()
    .from(proposals)
    .where(inArray(proposals.messageId, [...messageIds]))
    .orderBy(proposals.place)
}

/** The newest before a place, the newest first. */
export async function findProposals(
  db: Db,
  of: Proposals,
  { before, limit }: { before: number | null; limit: number },
): Promise<ProposalRow[]> {
  return db
    .select()
    .from(proposals)
    .where(and(isAmong(of), before === null ? undefined : lt(proposals.place, before)))
    .orderBy(desc(proposals.place))
    .limit(limit)
}

export async function findProposal(db: Db, of: Proposals, id: string): Promise<ProposalRow | null> {
  const [row] = await db
    .select()
    .from(proposals)
    .where(and(eq(proposals.id, id), isAmong(of)))
  return row ?? null
}

/** The workspace of what a program proposes; null for another proposal. */
export async function findProposalOwner(db: Db, id: string): Promise<string | null> {
  const [row] = await db
    .select({ ownerId: proposals.ownerId })
    .from(proposals)
    .where(and(eq(proposals.id, id), ne(proposals.program, '')))
  return row?.ownerId ?? null
}

/** Decides a proposal, once and in time. Null for one that is decided or has expired. */
export async function recordDecision(
  tx: Db,
  { of, id, status, now }: { of: Proposals; id: string; status: 'done' | 'declined'; now: Date },
): Promise<ProposalRow | null> {
  const isOpen = and(eq(proposals.status, 'proposed'), gt(proposals.expiresAt, now))
  const [row] = await tx
    .update(proposals)
    .set({ status, decidedAt: now })
    .where(and(eq(proposals.id, id), isAmong(of), isOpen))
    .returning()
  return row ?? null
}

/** Null for one that was not done, or was undone before. */
export async function recordUndo(tx: Db, of: Proposals, id: string): Promise<ProposalRow | null> {
  const [row] = await tx
    .update(proposals)
    .set({ status: 'undone' })
    .where(and(eq(proposals.id, id), isAmong(of), eq(proposals.status, 'done')))
    .returning()
  return row ?? null
}

export async function nameCode(tx: Db, id: string, codeId: string): Promise<void> {
  await tx.update(proposals).set({ codeId }).where(eq(proposals.id, id))
}

/** Those of the conversations of a person, and of the programs of their workspace. */
export async function eraseProposals(tx: Db, userId: string): Promise<void> {
  await tx.delete(proposals).where(or(isAmong({ personId: userId }), isAmong({ programsOf: userId })))
}
