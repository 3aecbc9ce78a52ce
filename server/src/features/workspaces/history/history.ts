import {
  type ListHistory,
  WORKSPACE_ACTS,
  type WorkspaceEvent,
  type WorkspaceHistory,
} from '@scanleaf/shared'
import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../../platform/db/database'
import type { CsvWriter } from '../../../platform/export/csv'
import { workspaceEvents as events } from '../../../platform/history'
import { workspaceMembers } from '../table'

const AT_ONCE = 50
const ROWS_AT_ONCE = 500

const doers = alias(workspaceMembers, 'doers')
const concerned = alias(workspaceMembers, 'concerned')

/** The name of a member, also of one who left; of an erased person there is no row. */
const joined = (members: typeof doers | typeof concerned, id: AnyPgColumn) =>
  and(eq(members.workspaceId, events.workspaceId), eq(members.userId, id))

function wished({ by, kind, from, to, cursor }: ListHistory): SQL | undefined {
  return and(
    cursor === undefined ? undefined : lt(events.id, cursor),
    by === undefined ? undefined : eq(events.byId, by),
    kind === undefined ? undefined : inArray(events.action, [...WORKSPACE_ACTS[kind]]),
    from === undefined ? undefined : gte(events.at, sql`${from}::date::timestamp at time zone 'UTC'`),
    to === undefined ? undefined : lt(events.at, sql`(${to}::date + 1)::timestamp at time zone 'UTC'`),
  )
}

async function findEvents(
  db: Db,
  ownerId: string,
  wish: ListHistory,
  limit: number,
): Promise<WorkspaceEvent[]> {
  const rows = await db
    .select({ event: events, name: doers.name, memberName: concerned.name })
    .from(events)
    .leftJoin(doers, joined(doers, events.byId))
    .leftJoin(concerned, joined(concerned, events.memberId))
    .where(and(eq(events.workspaceId, ownerId), wished(wish)))
    .orderBy(desc(events.id))
    .limit(limit)
  return rows.map(
    ({ event: { id, at, byId, byKey, action, subject, memberId, details }, name, memberName }) => ({
      ...{ id, at: at.toISOString(), action, subject },
      by: { userId: byId, name: byKey === '' ? name : byKey, isKey: byKey !== '' },
      member: memberId === '' ? null : { userId: memberId, name: memberName },
      ...{ count: details.count ?? null, role: details.role ?? null },
    }),
  )
}

/** What was done in a workspace, the newest first, 50 a page. */
export async function listHistory(
  db: Db,
  ownerId: string,
  wish: ListHistory,
): Promise<{ result: WorkspaceEvent[]; meta: { nextCursor: number | null } }> {
  const found = await findEvents(db, ownerId, wish, AT_ONCE + 1)
  const result = found.slice(0, AT_ONCE)
  return { result, meta: { nextCursor: found.length > AT_ONCE ? (result.at(-1)?.id ?? null) : null } }
}

/** By the names of the wire, so that a program that reads the file needs no translation. */
const COLUMNS = ['at', 'by', 'action', 'subject', 'member', 'count', 'role']

/** All of it for a spreadsheet, some at a time. */
export async function* historyCsv(
  db: Db,
  ownerId: string,
  wish: ListHistory,
  csv: CsvWriter,
): AsyncGenerator<string> {
  yield csv.head(COLUMNS)
  for (let { cursor } = wish; ; ) {
    const found = await findEvents(db, ownerId, { ...wish, cursor }, ROWS_AT_ONCE)
    const lines = found.map(({ at, by, action, subject, member, count, role }) =>
      csv.row([at, by.name ?? by.userId, action, subject, nameOf(member), String(count ?? ''), role ?? '']),
    )
    if (lines.length > 0) yield lines.join('')
    if (found.length < ROWS_AT_ONCE) return
    cursor = found.at(-1)?.id
  }
}

const nameOf = (member: WorkspaceEvent['member']): string => member?.name ?? member?.userId ?? ''

/** Who works in a workspace and who did, by name: whose acts there may be. */
export async function listPeople(db: Db, ownerId: string): Promise<WorkspaceHistory['people']> {
  return db
    .select({ userId: workspaceMembers.userId, name: workspaceMembers.name, email: workspaceMembers.email })
    .from(workspaceMembers)
    .where(eq(workspaceMembers.workspaceId, ownerId))
    .orderBy(workspaceMembers.name, workspaceMembers.userId)
}
