import type { WorkspaceRole } from '@scanleaf/shared'
import { and, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { TRUSTED_NOW } from '../../../platform/trusted-clock'
import { hashOf, newToken } from '../../account'
import { workspaceInvitations, workspaces } from '../table'

export type InvitationRow = typeof workspaceInvitations.$inferSelect

export interface FoundInvitation {
  invitation: InvitationRow
  workspace: string
  isExpired: boolean
}

const SEVEN_DAYS = sql`now() + interval '7 days'`
/** How long a link says why it does nothing. */
const ENDED_FOR = sql`interval '30 days'`

const isOpen = (workspaceId: string) =>
  and(eq(workspaceInvitations.workspaceId, workspaceId), isNull(workspaceInvitations.closedAt))

interface NewInvitation {
  workspaceId: string
  email: string
  role: WorkspaceRole
  invitedById: string
  invitedBy: string
}

/** A new one, or the open one of the same address, renewed; its earlier link ends. */
export async function saveInvitation(
  tx: Db,
  invitation: NewInvitation,
): Promise<{ row: InvitationRow; isNew: boolean }> {
  const { workspaceId, email, ...again } = invitation
  const [renewed] =
    email === ''
      ? []
      : await tx
          .update(workspaceInvitations)
          .set({ ...again, expiresAt: SEVEN_DAYS, tokenHash: null })
          .where(and(isOpen(workspaceId), eq(sql`lower(${workspaceInvitations.email})`, email.toLowerCase())))
          .returning()
  if (renewed) return { row: renewed, isNew: false }
  const [row] = await tx
    .insert(workspaceInvitations)
    .values({ ...invitation, expiresAt: SEVEN_DAYS })
    .returning()
  if (!row) throw new Error('an insert without a row')
  return { row, isNew: true }
}

/** Those that have ended for long, or will never be accepted. */
export async function deleteOldInvitations(tx: Db, workspaceId: string): Promise<void> {
  await tx
    .delete(workspaceInvitations)
    .where(
      and(
        eq(workspaceInvitations.workspaceId, workspaceId),
        lte(workspaceInvitations.expiresAt, sql`${TRUSTED_NOW} - ${ENDED_FOR}`),
      ),
    )
}

/** A link to an open invitation; earlier ones end. Null when it has been withdrawn. */
export async function renewToken(tx: Db, id: string): Promise<string | null> {
  const token = newToken()
  const [row] = await tx
    .update(workspaceInvitations)
    .set({ tokenHash: hashOf(token) })
    .where(and(eq(workspaceInvitations.id, id), isNull(workspaceInvitations.closedAt)))
    .returning({ id: workspaceInvitations.id })
  return row ? token : null
}

/** Those that hold, the newest first. */
export async function listOpen(db: Db, workspaceId: string): Promise<InvitationRow[]> {
  return db
    .select()
    .from(workspaceInvitations)
    .where(and(isOpen(workspaceId), gt(workspaceInvitations.expiresAt, sql`now()`)))
    .orderBy(desc(workspaceInvitations.createdAt), workspaceInvitations.id)
}

export const countOpen = (db: Db, workspaceId: string): Promise<number> =>
  db.$count(workspaceInvitations, and(isOpen(workspaceId), gt(workspaceInvitations.expiresAt, sql`now()`)))

const foundByToken = (db: Db, token: string) =>
  db
    .select({
      invitation: workspaceInvitations,
      workspace: workspaces.name,
      isExpired: sql<boolean>`${workspaceInvitations.expiresAt} <= now()`,
    })
    .from(workspaceInvitations)
    .innerJoin(workspaces, eq(workspaces.id, workspaceInvitations.workspaceId))
    .where(eq(workspaceInvitations.tokenHash, hashOf(token)))

export async function findByToken(db: Db, token: string): Promise<FoundInvitation | null> {
  const [row] = await foundByToken(db, token)
  return row ?? null
}

/** Serialises concurrent acceptances. */
export async function lockByToken(tx: Db, token: string): Promise<FoundInvitation | null> {
  const [row] = await foundByToken(tx, token).for('update', { of: workspaceInvitations })
  return row ?? null
}

/** False when it had ended before. */
export async function closeInvitation(
  tx: Db,
  workspaceId: string,
  id: string,
  how: NonNullable<InvitationRow['closedHow']>,
): Promise<boolean> {
  const closed = await tx
    .update(workspaceInvitations)
    .set({ closedAt: sql`now()`, closedHow: how })
    .where(and(isOpen(workspaceId), eq(workspaceInvitations.id, id)))
    .returning({ id: workspaceInvitations.id })
  return closed.length > 0
}
