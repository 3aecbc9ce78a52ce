import { identityKey, isOthersAddress, readsAsAddress } from '@scanleaf/shared'
import { and, eq, like, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import { MAX_FINDINGS } from '../../platform/finding'
import { holdsAddress, type UserRow } from './repository'
import { users } from './table'

/** Of several who match a login, the lowest is meant; `claimant` only when nobody else claims the address. */
const RANK = { holder: 0, claimantOfName: 1, claimant: 2, name: 3 }

/**
 * The user of a user name or an email address, in one statement for known and unknown. An address always beats a name:
 * first the holder of the address, then who claims it and has it as a user name too, then the only one who claims it,
 * and last the user of that name, which may be from the time of looser rules.
 */
export async function findUserByLogin(db: Db, login: string): Promise<UserRow | null> {
  const key = identityKey(login)
  const isName = eq(users.usernameKey, key)
  const isAddress = key.includes('@') ? sql`lower(${users.email}) = ${key}` : sql`false`
  const rank = sql<number>`case
    when ${isAddress} and ${holdsAddress} then ${RANK.holder}::int
    when ${isAddress} and ${isName} then ${RANK.claimantOfName}::int
    when ${isAddress} then ${RANK.claimant}::int
    else ${RANK.name}::int end`
  const [first, second] = await db
    .select({ user: users, rank })
    .from(users)
    .where(or(isName, isAddress))
    .orderBy(rank)
    .limit(2)
  const isUnclear = first?.rank === RANK.claimant && second?.rank === RANK.claimant
  return first && !isUnclear ? first.user : null
}

/** The user whom a mail asked for by a login may go to: one that reads as an address means that address alone. */
export async function findAddressee(db: Db, login: string): Promise<UserRow | null> {
  const user = await findUserByLogin(db, login)
  const isElsewhere = user !== null && readsAsAddress(login) && identityKey(login) !== identityKey(user.email)
  return isElsewhere ? null : user
}

/** Users of the time of looser rules whose name reads as an address that is not theirs, at most MAX_FINDINGS. */
export async function findNamesOfOthers(db: Db): Promise<Pick<UserRow, 'id' | 'username' | 'email'>[]> {
  const found = await db
    .select({ id: users.id, username: users.username, email: users.email })
    .from(users)
    .where(and(like(users.usernameKey, '%_@_%'), ne(users.usernameKey, sql`lower(${users.email})`)))
    .orderBy(users.usernameKey)
  return found.filter(({ username, email }) => isOthersAddress(username, email)).slice(0, MAX_FINDINGS)
}
