import { type Approval, type ListUsers, MAX_USERS_COUNTED, type Resource } from '@scanleaf/shared'
import { and, count, desc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { searchOf } from '../../../platform/search-text'
import type { UserRow } from '../repository'
import { permissions, users } from '../table'

const offsetOf = ({ page, limit }: { page: number; limit: number }) => (page - 1) * limit

/** As `approvalOf` of a row. */
const APPROVED: Record<Approval, SQL | undefined> = {
  approved: isNotNull(users.approvedAt),
  waiting: and(isNull(users.approvedAt), isNull(users.refusedAt)),
  refused: and(isNull(users.approvedAt), isNotNull(users.refusedAt)),
}

/** Rows of the index `users_not_approved`. */
export const PENDING_ACCOUNTS = sql`
  select from users where approved_at is null and refused_at is null and suspended_at is null`

/** The newest first; counted no further than `MAX_USERS_COUNTED`. */
export async function listUsers(db: Db, { q = '', role, suspended, approval, ...paging }: ListUsers) {
  const isListed = and(
    ...searchOf(q).map(({ pattern }) => sql`${users.searchText} like ${pattern}`),
    hasKeys(searchOf(q).flatMap(({ keys }) => keys)),
    role && eq(users.role, role),
    suspended === undefined ? undefined : (suspended ? isNotNull : isNull)(users.suspendedAt),
    approval && APPROVED[approval],
  )
  const rows = await db
    .select()
    .from(users)
    .where(isListed)
    .orderBy(desc(users.createdAt), users.id)
    .offset(offsetOf(paging))
    .limit(paging.limit)
  const some = db.select({ id: users.id }).from(users).where(isListed).limit(MAX_USERS_COUNTED).as('some')
  const [counted] = await db.select({ total: count() }).from(some)
  return { rows, total: counted?.total ?? 0 }
}

/** By the index of the search: the function is the one behind the lists of codes, without a list. */
const hasKeys = (keys: readonly string[]): SQL | undefined =>
  keys.length === 0
    ? undefined
    : sql`user_code_keys('', '', ${users.searchText}, '{}'::text[])
        @> user_code_keys('', '', ${sql.param([...keys])}::text[])`

/**
 * Locks a user and every administrator until the transaction ends, always in one order: a transaction that would remove
 * the last administrator waits for another that does the same, and then sees its result.
 */
export async function lockUserAndAdmins(tx: Db, id: string): Promise<UserRow[]> {
  return tx
    .select()
    .from(users)
    .where(or(eq(users.id, id), eq(users.role, 'admin')))
    .orderBy(users.id)
    .for('update')
}

/** Whether nobody else will administrate in a month. */
export async function isLastAdministrator(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.suspendedAt), isNull(users.deletingAt)))
    .limit(2)
  return rows.length === 1 && rows[0]?.id === id
}

export async function setRole(tx: Db, id: string, role: UserRow['role']): Promise<void> {
  await tx.update(users).set({ role }).where(eq(users.id, id))
}

export async function setSuspended(tx: Db, id: string, suspendedAt: Date | null): Promise<void> {
  await tx.update(users).set({ suspendedAt }).where(eq(users.id, id))
}

/** A mask of 0 leaves no row. */
export async function setPermission(tx: Db, userId: string, resource: Resource, mask: number): Promise<void> {
  if (mask === 0) {
    await tx
      .delete(permissions)
      .where(and(eq(permissions.userId, userId), eq(permissions.resource, resource)))
    return
  }
  await tx
    .insert(permissions)
    .values({ userId, resource, mask })
    .onConflictDoUpdate({ target: [permissions.userId, permissions.resource], set: { mask } })
}
