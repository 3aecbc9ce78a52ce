import type { Language } from '@scanleaf/shared'
import { eq } from 'drizzle-orm'
import type { Database } from '../../platform/db/database'
import { spreadsheetCsv } from '../../platform/export/csv'
import { type ExportOf, jsonFile } from '../../platform/export/entry'
import { historyCsv } from './history/history'
import { listMembers } from './repository'
import { workspaceMembers, workspaces } from './table'

/** Where a person works or worked, and as what; nothing about the others there. */
export const exportMemberships = ({ db }: Database): ExportOf =>
  async function* (userId) {
    yield jsonFile('account/workspaces.json', memberships())

    async function* memberships() {
      yield* await db
        .select({
          workspaceId: workspaceMembers.workspaceId,
          workspace: workspaces.name,
          role: workspaceMembers.role,
          name: workspaceMembers.name,
          email: workspaceMembers.email,
          weeklyReport: workspaceMembers.weeklyReport,
          joinedAt: workspaceMembers.joinedAt,
          seenAt: workspaceMembers.seenAt,
          leftAt: workspaceMembers.leftAt,
        })
        .from(workspaceMembers)
        .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
        .where(eq(workspaceMembers.userId, userId))
        .orderBy(workspaceMembers.joinedAt, workspaceMembers.workspaceId)
    }
  }

/** Of a further workspace who works there, and who did what. */
export const exportFurther = ({ db }: Database, language: Language): ExportOf =>
  async function* (ownerId) {
    yield jsonFile('members.json', members())
    yield { path: 'history.csv', read: () => historyCsv(db, ownerId, {}, spreadsheetCsv(language)) }

    async function* members() {
      for (const { name, email, role, joinedAt, seenAt } of await listMembers(db, ownerId))
        yield { name, email, role, joinedAt, seenAt }
    }
  }
