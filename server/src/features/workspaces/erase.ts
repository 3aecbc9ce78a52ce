import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/database'
import { workspaceEvents } from '../../platform/history'
import { clearOffer } from './repository'
import { workspaceInvitations, workspaceMembers, workspaces } from './table'

/** Puts an id where the features of a workspace wrote the address of a person; may be done twice. */
export type EraseNames = (of: { ownerId: string; address: string; id: string }) => Promise<void>

/**
 * Ends the home of a person, and takes their name and address out of the workspaces that continue without them.
 * @param eraseNames in what a workspace owns
 */
export async function eraseMemberships(
  database: Database,
  { userId, email }: { userId: string; email: string | null },
  eraseNames: EraseNames,
): Promise<void> {
  const { db } = database
  await db.delete(workspaces).where(eq(workspaces.id, userId))
  await db.delete(workspaceEvents).where(eq(workspaceEvents.workspaceId, userId))
  const memberships = await db.select().from(workspaceMembers).where(eq(workspaceMembers.userId, userId))
  for (const { workspaceId } of memberships) {
    if (email !== null) await eraseNames({ ownerId: workspaceId, address: email, id: userId })
    await database.transaction(async (tx) => {
      await clearOffer(tx, workspaceId, userId)
      await tx
        .update(workspaceInvitations)
        .set({ invitedBy: userId })
        .where(
          and(
            eq(workspaceInvitations.workspaceId, workspaceId),
            eq(workspaceInvitations.invitedById, userId),
          ),
        )
      await tx
        .delete(workspaceMembers)
        .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.userId, userId)))
    })
  }
  if (email !== null)
    await db
      .delete(workspaceInvitations)
      .where(eq(sql`lower(${workspaceInvitations.email})`, email.toLowerCase()))
}
