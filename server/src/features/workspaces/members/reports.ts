import { hasCapability, WORKSPACE_ROLES, type WorkspaceReport } from '@scanleaf/shared'
import { and, asc, eq, inArray, isNull, not, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { workspaceMembers, workspaces } from '../table'

/** Who gets the weekly report of a workspace that is not their home. */
export interface ReportReader {
  workspaceId: string
  userId: string
  /** Name of the workspace. */
  name: string
}

/** A report is made of scans. */
const READERS = WORKSPACE_ROLES.filter((role) => hasCapability(role, 'scans:read'))

/** Of a home its person chooses among their mail preferences. */
const mayRead = and(
  isNull(workspaceMembers.leftAt),
  not(workspaceMembers.isHome),
  inArray(workspaceMembers.role, READERS),
)
const mayReadAs = (userId: string) => and(mayRead, eq(workspaceMembers.userId, userId))

/** The workspaces whose report a person may get, beside that of the home. */
export const listReportsOf = (db: Db, userId: string): Promise<WorkspaceReport[]> =>
  db
    .select({ id: workspaces.id, name: workspaces.name, weeklyReport: workspaceMembers.weeklyReport })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
    .where(mayReadAs(userId))
    .orderBy(asc(workspaces.name), asc(workspaces.id))

/** False for a workspace whose report the person may not get. */
export async function setReport(
  tx: Db,
  userId: string,
  { id, weeklyReport }: Pick<WorkspaceReport, 'id' | 'weeklyReport'>,
): Promise<boolean> {
  const changed = await tx
    .update(workspaceMembers)
    .set({ weeklyReport })
    .where(and(mayReadAs(userId), eq(workspaceMembers.workspaceId, id)))
    .returning({ id: workspaceMembers.workspaceId })
  return changed.length > 0
}

export async function endReports(tx: Db, userId: string): Promise<void> {
  await tx
    .update(workspaceMembers)
    .set({ weeklyReport: false })
    .where(and(eq(workspaceMembers.userId, userId), eq(workspaceMembers.weeklyReport, true)))
}

/** Whether a person wants the report of a workspace, and may have it now. */
export async function readsReport(db: Db, workspaceId: string, userId: string): Promise<boolean> {
  const own = and(mayReadAs(userId), eq(workspaceMembers.workspaceId, workspaceId))
  return (await db.$count(workspaceMembers, and(own, eq(workspaceMembers.weeklyReport, true)))) > 0
}

/** In the order of workspaces and people, behind the last of those before. */
export const listReportReaders = (
  db: Db,
  after: Pick<ReportReader, 'workspaceId' | 'userId'>,
  limit: number,
): Promise<ReportReader[]> =>
  db
    .select({
      workspaceId: workspaceMembers.workspaceId,
      userId: workspaceMembers.userId,
      name: workspaces.name,
    })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
    .where(
      and(
        mayRead,
        // As the index is declared.
        sql`${workspaceMembers.weeklyReport}`,
        sql`(${workspaceMembers.workspaceId}, ${workspaceMembers.userId}) > (${after.workspaceId}, ${after.userId})`,
      ),
    )
    .orderBy(asc(workspaceMembers.workspaceId), asc(workspaceMembers.userId))
    .limit(limit)
