import { randomUUID } from 'node:crypto'
import type { Workspace, WorkspaceRole } from '@scanleaf/shared'
import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { AppError } from '../../platform/app-error'
import { type Db, query } from '../../platform/db/database'
import { preparedStatement } from '../../platform/db/prepared-statement'
import { workspaceMembers, workspaces } from './table'

/** A person as their account says them now. */
export interface Person {
  id: string
  email: string
  name: string
}

export type MemberRow = typeof workspaceMembers.$inferSelect

/** A member now, not one who left. */
const isMember = (workspaceId: string, userId: string) =>
  and(
    eq(workspaceMembers.workspaceId, workspaceId),
    eq(workspaceMembers.userId, userId),
    isNull(workspaceMembers.leftAt),
  )

const roleOfMember = preparedStatement<{ workspaceId: string; userId: string }, { role: WorkspaceRole }>(
  'workspace_role',
  (db) =>
    db
      .select({ role: workspaceMembers.role })
      .from(workspaceMembers)
      .where(
        and(
          eq(workspaceMembers.workspaceId, sql.placeholder('workspaceId')),
          eq(workspaceMembers.userId, sql.placeholder('userId')),
          isNull(workspaceMembers.leftAt),
        ),
      ),
)

/** Null for an unknown person or workspace. Prepared, because each call outside the home needs it. */
export async function findRole(db: Db, workspaceId: string, userId: string): Promise<WorkspaceRole | null> {
  const [row] = await roleOfMember(db, { workspaceId, userId })
  return row?.role ?? null
}

/** As `findRole`, also of the person's own home, where no call asks. */
export const findRoleOf = async (
  db: Db,
  workspaceId: string,
  userId: string,
): Promise<WorkspaceRole | null> => (workspaceId === userId ? 'owner' : findRole(db, workspaceId, userId))

/** Of a further workspace; empty of a home, which may be called by the name or the address of a person. */
export async function nameOfFurther(db: Db, id: string): Promise<string> {
  const [row] = await query<{ name: string }>(
    db,
    sql`select name from workspaces where id = ${id}
      and not exists (select from workspace_members where workspace_id = ${id} and is_home)`,
  )
  return row?.name ?? ''
}

/** Creates the home of a person, whose only member they are, unless it is there. */
export async function ensureHome(tx: Db, { id, email, name }: Person): Promise<void> {
  const home = { id, name: (name || email).slice(0, 60) }
  const made = await tx.insert(workspaces).values(home).onConflictDoNothing().returning({ id: workspaces.id })
  if (made.length === 0) return
  await tx
    .insert(workspaceMembers)
    .values({ workspaceId: id, userId: id, role: 'owner', isHome: true, email, name })
    .onConflictDoNothing()
}

/** A further workspace, with a person as its owner. */
export async function insertWorkspace(tx: Db, name: string, owner: Person): Promise<Workspace> {
  const id = randomUUID()
  await tx.insert(workspaces).values({ id, name })
  const { id: userId, email, name: ownName } = owner
  await tx.insert(workspaceMembers).values({ workspaceId: id, userId, role: 'owner', email, name: ownName })
  return { id, name, role: 'owner', isHome: false, members: 1, deletingAt: null }
}

const ISO_TIME = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'

/**
 * A further workspace, for its owner alone; nobody else changes it until the transaction ends.
 * @throws AppError HomeStays for a home, Forbidden for who is not its owner any more
 */
export async function lockOwnFurther(
  tx: Db,
  { ownerId, personId }: { ownerId: string; personId: string },
): Promise<typeof workspaces.$inferSelect> {
  const workspace = await lockWorkspace(tx, ownerId)
  const member = await findMember(tx, ownerId, personId)
  if (!workspace || member?.isHome) throw new AppError('HomeStays')
  // The call began as that of the owner, who may be another by now.
  if (member?.role !== 'owner') throw new AppError('Forbidden')
  return workspace
}

/** Ends a workspace for its members, with their next call. */
export async function deleteWorkspace(tx: Db, id: string): Promise<void> {
  await tx.delete(workspaces).where(eq(workspaces.id, id))
}

/** Those of a person, the home first. Without rows there is none: the home is not shared. */
export async function listWorkspaces(db: Db, userId: string): Promise<Workspace[]> {
  return db
    .select({
      id: workspaces.id,
      name: workspaces.name,
      role: workspaceMembers.role,
      isHome: workspaceMembers.isHome,
      members: sql<number>`(select count(*)::integer from workspace_members of_all
        where of_all.workspace_id = ${workspaces.id} and of_all.left_at is null)`,
      deletingAt: sql<string | null>`(select to_char(begun_at at time zone 'UTC', ${ISO_TIME}) from erasures
        where erasures.user_id = ${workspaces.id} and ended_at is null)`,
    })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
    .where(and(eq(workspaceMembers.userId, userId), isNull(workspaceMembers.leftAt)))
    .orderBy(desc(workspaceMembers.isHome), asc(workspaces.name), asc(workspaces.id))
}

/** Name and address of a person in all their workspaces, as they are now, and that they were here; to the hour. */
export async function recordVisit(db: Db, { id, email, name }: Person): Promise<void> {
  await db
    .update(workspaceMembers)
    .set({ email, name, seenAt: sql`now()` })
    .where(
      and(
        eq(workspaceMembers.userId, id),
        isNull(workspaceMembers.leftAt),
        sql`(${workspaceMembers.email} <> ${email} or ${workspaceMembers.name} <> ${name}
          or ${workspaceMembers.seenAt} is null or ${workspaceMembers.seenAt} < now() - interval '1 hour')`,
      ),
    )
}

export async function renameWorkspace(tx: Db, id: string, name: string): Promise<void> {
  await tx.update(workspaces).set({ name }).where(eq(workspaces.id, id))
}

/** Null when nobody shares it. Nobody else changes its members until the transaction ends. */
export async function lockWorkspace(tx: Db, id: string): Promise<typeof workspaces.$inferSelect | null> {
  const [row] = await tx.select().from(workspaces).where(eq(workspaces.id, id)).for('update')
  return row ?? null
}

/** Who works there, the owner first, then in the order in which they came. */
export async function listMembers(db: Db, workspaceId: string): Promise<MemberRow[]> {
  return db
    .select()
    .from(workspaceMembers)
    .where(and(eq(workspaceMembers.workspaceId, workspaceId), isNull(workspaceMembers.leftAt)))
    .orderBy(sql`${workspaceMembers.role} <> 'owner'`, workspaceMembers.joinedAt, workspaceMembers.userId)
}

export async function findMember(db: Db, workspaceId: string, userId: string): Promise<MemberRow | null> {
  const [row] = await db.select().from(workspaceMembers).where(isMember(workspaceId, userId))
  return row ?? null
}

/** By the address that their account had when they were here last. */
export async function findMemberByAddress(
  db: Db,
  workspaceId: string,
  address: string,
): Promise<MemberRow | null> {
  const [row] = await db
    .select()
    .from(workspaceMembers)
    .where(
      and(
        eq(workspaceMembers.workspaceId, workspaceId),
        eq(sql`lower(${workspaceMembers.email})`, address.toLowerCase()),
        isNull(workspaceMembers.leftAt),
      ),
    )
  return row ?? null
}

/** False when the member left, or has another role by now than the caller saw. */
export async function setRole(tx: Db, member: MemberRow, role: WorkspaceRole): Promise<boolean> {
  const changed = await tx
    .update(workspaceMembers)
    .set({ role })
    .where(and(isMember(member.workspaceId, member.userId), eq(workspaceMembers.role, member.role)))
    .returning({ userId: workspaceMembers.userId })
  return changed.length > 0
}

/** The row stays, so that a history has a name. False as of `setRole`. */
export async function endMembership(tx: Db, member: MemberRow): Promise<boolean> {
  const ended = await tx
    .update(workspaceMembers)
    .set({ leftAt: sql`now()`, weeklyReport: false })
    .where(and(isMember(member.workspaceId, member.userId), eq(workspaceMembers.role, member.role)))
    .returning({ userId: workspaceMembers.userId })
  return ended.length > 0
}

export async function addMember(
  tx: Db,
  workspaceId: string,
  { id: userId, email, name }: Person,
  role: WorkspaceRole,
): Promise<void> {
  const now = { role, email, name, joinedAt: sql`now()`, leftAt: null }
  await tx
    .insert(workspaceMembers)
    .values({ workspaceId, userId, role, email, name })
    .onConflictDoUpdate({ target: [workspaceMembers.workspaceId, workspaceMembers.userId], set: now })
}

export const countMembers = (db: Db, workspaceId: string): Promise<number> =>
  db.$count(
    workspaceMembers,
    and(eq(workspaceMembers.workspaceId, workspaceId), isNull(workspaceMembers.leftAt)),
  )

export const countWorkspaces = (db: Db, userId: string): Promise<number> =>
  db.$count(workspaceMembers, and(eq(workspaceMembers.userId, userId), isNull(workspaceMembers.leftAt)))

/** Ids of the members with one of the roles; null for a workspace without rows, which nobody shares. */
export async function findMembersWith(
  tx: Db,
  workspaceId: string,
  roles: readonly WorkspaceRole[],
): Promise<string[] | null> {
  const members = await listMembers(tx, workspaceId)
  if (members.length === 0) return null
  return members.filter(({ role }) => roles.includes(role)).map(({ userId }) => userId)
}

/** Ids of the workspaces that a person owns: their home, and further ones. */
export async function listOwned(db: Db, personId: string): Promise<string[]> {
  const isOwner = and(eq(workspaceMembers.role, 'owner'), isNull(workspaceMembers.leftAt))
  const rows = await db
    .select({ id: workspaceMembers.workspaceId })
    .from(workspaceMembers)
    .where(and(eq(workspaceMembers.userId, personId), isOwner))
    .orderBy(workspaceMembers.workspaceId)
  return [...new Set([personId, ...rows.map(({ id }) => id)])]
}

/** Whether a workspace that a person owns has other members; nobody joins one of them until the transaction ends. */
export async function lockShared(tx: Db, personId: string): Promise<boolean> {
  let isShared = false
  for (const id of await listOwned(tx, personId))
    isShared ||= (await lockWorkspace(tx, id)) !== null && (await countMembers(tx, id)) > 1
  return isShared
}

/** The people responsible for a workspace; null when nobody shares it. */
export async function findOwner(db: Db, workspaceId: string): Promise<MemberRow | null> {
  const [first] = await listMembers(db, workspaceId)
  return first?.role === 'owner' ? first : null
}

/** The member to whom a workspace is offered, by the clock of the database; null for nobody. */
export async function findOffer(db: Db, id: string): Promise<{ to: string; expiresAt: Date } | null> {
  const [row] = await db
    .select({ to: workspaces.offeredTo, expiresAt: workspaces.offerExpiresAt })
    .from(workspaces)
    .where(and(eq(workspaces.id, id), gt(workspaces.offerExpiresAt, sql`now()`)))
  return row?.to && row.expiresAt ? { to: row.to, expiresAt: row.expiresAt } : null
}

/** @param to only an offer to this person */
export async function clearOffer(tx: Db, id: string, to?: string): Promise<void> {
  await tx
    .update(workspaces)
    .set({ offeredTo: null, offerExpiresAt: null })
    .where(and(eq(workspaces.id, id), to === undefined ? undefined : eq(workspaces.offeredTo, to)))
}
