import { eq, or, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { emailKey, usernameKey } from '../identity-keys'
import { holdsAddress, type UserRow } from '../repository'
import { users } from '../table'

/** Of several who match a login, the lowest is meant; `soleHolder` only when nobody else matches. */
const RANK = { name: 0, holder: 1, unprovenName: 2, soleHolder: 3 }

/**
 * The user of a user name or an email address, in one statement for known and unknown: the user of that name, the
 * holder of the address, or the only one who has it unverified. An unverified name with an @ yields to
 * the holder of that address.
 */
export async function findUserByLogin(db: Db, login: string): Promise<UserRow | null> {
  const hasAt = login.includes('@')
  const isName = eq(users.usernameKey, usernameKey(login))
  const isAddress = hasAt ? sql`lower(${users.email}) = ${emailKey(login)}` : undefined
  const isOldName = hasAt ? sql`${isName} and not ${users.mustVerify}` : isName
  const rank = sql<number>`case
    when ${isOldName} then ${RANK.name}::int
    when ${isAddress ?? sql`false`} and ${holdsAddress} then ${RANK.holder}::int
    when ${isName} then ${RANK.unprovenName}::int
    else ${RANK.soleHolder}::int end`
  const [first, second] = await db
    .select({ user: users, rank })
    .from(users)
    .where(or(isName, isAddress))
    .orderBy(rank)
    .limit(2)
  const isUnclear = first?.rank === RANK.soleHolder && second !== undefined
  return first && !isUnclear ? first.user : null
}
