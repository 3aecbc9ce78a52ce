import { identityKey, type UpdateProfile } from '@scanleaf/shared'
import { and, eq, isNull, like, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../platform/db/database'
import { preparedStatement } from '../../platform/db/prepared-statement'
import { searchTextOf } from '../../platform/search-text'
import { TRUSTED_NOW } from '../../platform/trusted-clock'
import { installation, knownDevices, permissions, users } from './table'

export type UserRow = typeof users.$inferSelect
export type NewUser = Pick<
  UserRow,
  | 'username'
  | 'email'
  | 'passwordHash'
  | 'firstName'
  | 'lastName'
  | 'phone'
  | 'role'
  | 'mustVerify'
  | 'language'
  | 'createdAt'
  | 'approvedAt'
> &
  Partial<Pick<UserRow, 'emailVerifiedAt' | 'hasPassword'>>

const KNOWN_DEVICE_DAYS = 90

/** Keys to find a user by. */
const searchTextOfUser = (user: Pick<UserRow, 'username' | 'email' | 'firstName' | 'lastName'>): string =>
  searchTextOf([user.username, user.lastName, user.firstName, user.email])

/** Nobody else can have the address: it is verified, or its user never had to. */
export const holdsAddress = sql`(${users.emailVerifiedAt} is not null or not ${users.mustVerify})`

/** As `holdsAddress`, of a row. */
export const holdsItsAddress = ({ emailVerifiedAt, mustVerify }: UserRow): boolean =>
  emailVerifiedAt !== null || !mustVerify

/** Whether an account is suspended, waits for its approval or is being deleted; false for that of another service. */
export const isBarred = (userId: PgColumn) => sql<boolean>`exists (select from ${users}
  where ${users.id} = case when ${userId} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${userId}::uuid end
  and (${users.suspendedAt} is not null or ${users.approvedAt} is null or ${users.deletingAt} is not null))`

/** Null when the name is taken, or the address by its holder while the new user would hold it, too. */
export async function insertUser(db: Db, user: NewUser): Promise<UserRow | null> {
  const [row] = await db
    .insert(users)
    .values({ ...user, usernameKey: identityKey(user.username), searchText: searchTextOfUser(user) })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

/** Which of the two belong to a user already. */
export async function findTaken(db: Db, username: string, email: string) {
  const rows = await db
    .select({
      username: sql<boolean>`${users.usernameKey} = ${identityKey(username)}`,
      email: sql<boolean>`lower(${users.email}) = ${identityKey(email)} and ${holdsAddress}`,
    })
    .from(users)
    .where(
      sql`${users.usernameKey} = ${identityKey(username)} or lower(${users.email}) = ${identityKey(email)}`,
    )
  return { username: rows.some((row) => row.username), email: rows.some((row) => row.email) }
}

/** The holder of an address. */
export async function findHolder(db: Db, email: string): Promise<UserRow | null> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(sql`lower(${users.email}) = ${identityKey(email)}`, holdsAddress))
  return row ?? null
}

/** As `findUser`; holds the row until the transaction ends. */
export async function lockUser(tx: Db, id: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('update')
  return row ?? null
}

export async function findUser(db: Db, id: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row ?? null
}

interface UserWithPermissions {
  user: UserRow
  permissions: Record<string, number>
  sharesWorkspaces: boolean
}

const userWithPermissions = preparedStatement<{ id: string }, UserWithPermissions>(
  'user_with_permissions',
  (db) =>
    db
      .select({
        user: users,
        permissions: sql<Record<string, number>>`(
          select coalesce(jsonb_object_agg(resource, mask), '{}') from permissions where user_id = users.id
        )`,
        sharesWorkspaces: sql<boolean>`shares_workspaces(${users.id}::text)`,
      })
      .from(users)
      .where(eq(users.id, sql.placeholder('id'))),
)

/** As `findUser` and `findPermissions`, in one statement. */
export async function findUserWithPermissions(db: Db, id: string): Promise<UserWithPermissions | null> {
  const [row] = await userWithPermissions(db, { id })
  return row ?? null
}

/**
 * Holds the user's row until the transaction ends, so that no password change slips in between; false when the
 * password was changed or the user suspended meanwhile.
 */
export async function lockUnchangedUser(db: Db, id: string, passwordHash: string): Promise<boolean> {
  const held = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash), isNull(users.suspendedAt)))
    .for('update')
  return held.length > 0
}

type UserChanges = Partial<UpdateProfile & Pick<UserRow, 'pendingEmail' | 'passwordHash'>> & {
  emailVerifiedAt?: SQL
}

/** Null when there is no such user; fails when another holds the address (`orEmailTaken`). */
export async function updateUser(tx: Db, id: string, changes: UserChanges): Promise<UserRow | null> {
  const user = await lockUser(tx, id)
  if (!user || Object.values(changes).every((value) => value === undefined)) return user ?? null
  const searchText = searchTextOfUser({ ...user, ...definedOf(changes) })
  const [row] = await tx
    .update(users)
    .set({
      ...changes,
      searchText,
      ...(changes.passwordHash !== undefined && { hasPassword: true }),
      // A new address has no known delivery failure.
      ...(changes.email !== undefined && changes.email !== user.email && { emailFailedAt: null }),
    })
    .where(eq(users.id, id))
    .returning()
  return row ?? null
}

const definedOf = (changes: UserChanges): Partial<UserRow> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))

/** Nobody knows the password from now on. @param passwordHash of a random one */
export async function forgetPassword(tx: Db, id: string, passwordHash: string): Promise<void> {
  await tx.update(users).set({ passwordHash, hasPassword: false }).where(eq(users.id, id))
}

/** False when the password was changed meanwhile. */
export async function replacePasswordHash(db: Db, id: string, from: string, to: string): Promise<boolean> {
  const changed = await db
    .update(users)
    .set({ passwordHash: to, hasPassword: true })
    .where(and(eq(users.id, id), eq(users.passwordHash, from)))
    .returning({ id: users.id })
  return changed.length > 0
}

/** Begins the names of known devices that are a browser in a country; the others are networks. */
export const PLACE_PREFIX = 'place:'

/** Whether a user signed in since such devices are kept. */
export async function hasKnownPlace(db: Db, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .where(and(eq(knownDevices.userId, userId), like(knownDevices.deviceHash, `${PLACE_PREFIX}%`)))
    .limit(1)
  return row !== undefined
}

/** Keeps the devices of the last 90 days. */
export async function rememberDevice(db: Db, userId: string, deviceHash: string, at: Date): Promise<void> {
  await db
    .delete(knownDevices)
    .where(
      and(
        eq(knownDevices.userId, userId),
        lt(knownDevices.lastSignInAt, sql`${TRUSTED_NOW} - ${KNOWN_DEVICE_DAYS} * interval '1 day'`),
      ),
    )
  await db
    .insert(knownDevices)
    .values({ userId, deviceHash, lastSignInAt: at })
    .onConflictDoUpdate({
      target: [knownDevices.userId, knownDevices.deviceHash],
      set: { lastSignInAt: at },
    })
}

/** Whether anybody signed in as this user within the last 90 days or so, from one device or from any. */
export async function hasKnownDevice(db: Db, userId: string, deviceHash?: string): Promise<boolean> {
  const ofDevice = deviceHash === undefined ? undefined : eq(knownDevices.deviceHash, deviceHash)
  const [row] = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .where(and(eq(knownDevices.userId, userId), ofDevice))
    .limit(1)
  return row !== undefined
}

export async function findPermissions(db: Db, userId: string): Promise<Record<string, number>> {
  const rows = await db.select().from(permissions).where(eq(permissions.userId, userId))
  return Object.fromEntries(rows.map(({ resource, mask }) => [resource, mask]))
}

/** False when there is an administrator already: then no token makes another. */
export async function storeSetupTokenHash(db: Db, setupTokenHash: string): Promise<boolean> {
  const stored = await db
    .insert(installation)
    .values({ id: 1, setupTokenHash })
    .onConflictDoUpdate({
      target: installation.id,
      set: { setupTokenHash },
      setWhere: isNull(installation.firstAdminId),
    })
    .returning({ id: installation.id })
  return stored.length > 0
}

const isOpenTo = (setupTokenHash: string) =>
  and(isNull(installation.firstAdminId), eq(installation.setupTokenHash, setupTokenHash))

export async function isSetupTokenHash(db: Db, setupTokenHash: string): Promise<boolean> {
  const rows = await db.select({ id: installation.id }).from(installation).where(isOpenTo(setupTokenHash))
  return rows.length > 0
}

/** Makes the user the first administrator and spends the token; false when another was faster. */
export async function claimFirstAdmin(db: Db, userId: string, setupTokenHash: string): Promise<boolean> {
  const claimed = await db
    .update(installation)
    .set({ firstAdminId: userId, setupTokenHash: null })
    .where(isOpenTo(setupTokenHash))
    .returning({ id: installation.id })
  return claimed.length > 0
}

/** Ids of everybody who is no administrator. */
export async function listMembers(db: Db): Promise<string[]> {
  const rows = await db.select({ id: users.id }).from(users).where(ne(users.role, 'admin'))
  return rows.map(({ id }) => id)
}
