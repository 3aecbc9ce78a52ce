import {
  coversRights,
  type HeldRights,
  isPermitted,
  PERMISSION_BITS,
  type PermittedAction,
  type Resource,
} from '@scanleaf/shared'
import { and, eq, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { findPermissions, findUser, type UserRow } from '../repository'
import { users } from '../table'
import type { Operator, OperatorRoute } from './operator-route'

const isIn = ({ suspendedAt, approvedAt }: UserRow): boolean => suspendedAt === null && approvedAt !== null

/** By whose right something is done: a session without the second factor that administrators need has their masks only. */
export interface Maker {
  id: string
  asAdmin: boolean
}

/** What somebody may do now; null for a user who is suspended, not let in or not there. */
async function rightsNow(db: Db, { id, asAdmin }: Maker): Promise<HeldRights | null> {
  const user = await findUser(db, id)
  if (!user || !isIn(user)) return null
  return user.role === 'admin' && asAdmin ? 'all' : findPermissions(db, id)
}

/**
 * As what somebody may act on a person by the right of a route, or why not, as both are now: nobody acts on a person who
 * has a right that they have not, or they could take it over.
 */
async function standingOf(
  db: Db,
  maker: Maker,
  { resource, action }: Pick<OperatorRoute, 'resource' | 'action'>,
  person: UserRow,
): Promise<'admin' | 'member' | 'Forbidden' | 'MoreRights'> {
  const held = await rightsNow(db, maker)
  if (held === 'all') return 'admin'
  if (held === null || resource === null || !isPermitted(held[resource] ?? 0, action)) return 'Forbidden'
  const theirs = person.role === 'admin' ? 'all' : await findPermissions(db, person.id)
  return coversRights(held, theirs) ? 'member' : 'MoreRights'
}

/**
 * For an act on a person, whose row is locked.
 * @returns whether the operator is an administrator
 * @throws AppError MoreRights, Forbidden when the operator has lost the right meanwhile, OwnCase
 */
export async function refuseWeaker(tx: Db, operator: Operator, person: UserRow): Promise<boolean> {
  if (operator.id === person.id) throw new AppError('OwnCase')
  const standing = await standingOf(tx, makerOf(operator), operator.route, person)
  if (standing === 'Forbidden' || standing === 'MoreRights') throw new AppError(standing)
  return standing === 'admin'
}

export const makerOf = ({ id, admin }: Operator): Maker => ({ id, asAdmin: admin })

/** Whether a link that somebody made for a person still holds: the rights of both are compared again. */
export const mayStillActOn = async (db: Db, maker: Maker, person: UserRow): Promise<boolean> =>
  ['admin', 'member'].includes(await standingOf(db, maker, { resource: 'users', action: 'update' }, person))

/** Condition on `users`: who may do something now. */
export const mayNow = (resource: Resource | null, action: PermittedAction): SQL | undefined =>
  and(
    isNull(users.suspendedAt),
    isNotNull(users.approvedAt),
    or(
      eq(users.role, 'admin'),
      resource === null
        ? undefined
        : sql`exists (select from permissions
            where permissions.user_id = ${users.id} and permissions.resource = ${resource}
            and permissions.mask & ${PERMISSION_BITS[action]}::int <> 0)`,
    ),
  )

/**
 * Nobody decides their own case, except the only one who could.
 * @returns whether it is the operator's own
 * @throws AppError OwnCase while somebody else may decide it
 */
export async function judgeOwnCase(
  tx: Db,
  { id, keepsUsers, route: { resource, action } }: Operator,
  personId: string,
): Promise<boolean> {
  if (personId !== id) return false
  // Who else there is, only the outside account service knows.
  if (!keepsUsers) throw new AppError('OwnCase')
  const others = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(ne(users.id, id), isNull(users.deletingAt), mayNow(resource, action)))
    .limit(1)
  if (others.length > 0) throw new AppError('OwnCase')
  return true
}
