import { type ListUserActions, MAX_USERS_COUNTED } from '@scanleaf/shared'
import { count, desc, eq } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { userActions, users } from '../table'

export type NewUserAction = typeof userActions.$inferInsert

export async function insertUserActions(tx: Db, actions: NewUserAction[]): Promise<void> {
  if (actions.length > 0) await tx.insert(userActions).values(actions)
}

/** The newest first. */
export async function listUserActions(db: Db, { user, ...paging }: ListUserActions) {
  const isListed = user === undefined ? undefined : eq(userActions.userId, user)
  const rows = await db
    .select({ action: userActions, username: users.username })
    .from(userActions)
    .leftJoin(users, eq(users.id, userActions.userId))
    .where(isListed)
    .orderBy(desc(userActions.id))
    .offset((paging.page - 1) * paging.limit)
    .limit(paging.limit)
  const some = db.select({ id: userActions.id }).from(userActions).where(isListed)
  const [counted] = await db.select({ total: count() }).from(some.limit(MAX_USERS_COUNTED).as('some'))
  return { rows, total: counted?.total ?? 0 }
}
