import type { PatchUser, Resource, UserDetails } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Clock } from '../../../platform/clock'
import type { Database, Db } from '../../../platform/db/database'
import { type Done, recordActs } from '../operators/acts'
import type { Operator } from '../operators/operator-route'
import { refuseWeaker } from '../operators/rights'
import { presentUserDetails } from '../present'
import { findPermissions, findUser, type UserRow } from '../repository'
import { countSessions, deleteSessionByPrefix, deleteSessionsOf } from '../sessions/repository'
import { lockUserAndAdmins, setPermission, setRole, setSuspended } from './repository'

/** The operator, and the session whose permissions apply. */
export interface Operating {
  database: Database
  clock: Clock
  operator: Operator
}

/** @throws AppError NotFound */
export async function readUser(db: Db, id: string, now: Date): Promise<UserDetails> {
  const user = await findUser(db, id)
  if (!user) throw new AppError('NotFound')
  return presentUserDetails(user, await findPermissions(db, id), await countSessions(db, id, now))
}

/**
 * Changes role, masks and suspension of a user; a suspension ends his sessions.
 * @throws AppError NotFound, Forbidden for what only an administrator may, MoreRights, OwnCase, LastAdmin when nobody
 * would be left
 */
export function changeUser(operating: Operating, id: string, patch: PatchUser): Promise<UserDetails> {
  const now = operating.clock.now()
  return act(operating, id, async (tx, user, { isAdmin, held }) => {
    const { role = user.role, suspended = user.suspendedAt !== null, permissions = {} } = patch
    if (!isAdmin && (patch.role !== undefined || patch.permissions !== undefined))
      throw new AppError('Forbidden')
    if (isLastAdmin(held, id) && (role !== 'admin' || suspended)) throw new AppError('LastAdmin')
    const done = await changePermissions(tx, id, permissions)
    if (role !== user.role) {
      await setRole(tx, id, role)
      done.push({ action: 'role', from: user.role, to: role })
    }
    if (suspended !== (user.suspendedAt !== null)) {
      await setSuspended(tx, id, suspended ? now : null)
      if (suspended) await deleteSessionsOf(tx, id)
      done.push({ action: suspended ? 'suspend' : 'resume' })
    }
    return { done, result: await readUser(tx, id, now) }
  })
}

async function changePermissions(tx: Db, id: string, wanted: PatchUser['permissions']): Promise<Done[]> {
  const held = await findPermissions(tx, id)
  const done: Done[] = []
  for (const [resource, mask = 0] of Object.entries(wanted ?? {})) {
    const before = held[resource] ?? 0
    if (mask === before) continue
    await setPermission(tx, id, resource as Resource, mask)
    done.push({ action: 'permission', resource, from: String(before), to: String(mask) })
  }
  return done
}

/** Ends every session of a user; returns how many. @throws AppError NotFound, Forbidden, MoreRights, OwnCase */
export const endSessions = (operating: Operating, id: string): Promise<number> =>
  act(operating, id, async (tx) => {
    const ended = await deleteSessionsOf(tx, id)
    return { done: ended > 0 ? [{ action: 'end-sessions', to: String(ended) }] : [], result: ended }
  })

/** Ends one session of a user, by the beginning of its hash. @throws AppError NotFound, Forbidden, MoreRights, OwnCase */
export const endSession = (operating: Operating, id: string, sessionId: string): Promise<number> =>
  act(operating, id, async (tx) => {
    const ended = await deleteSessionByPrefix(tx, id, sessionId)
    if (ended === 0) throw new AppError('NotFound')
    return { done: [{ action: 'end-session', to: sessionId }], result: ended }
  })

const isActing = ({ role, suspendedAt, approvedAt }: UserRow): boolean =>
  role === 'admin' && suspendedAt === null && approvedAt !== null

/** Who will still administrate in a month. */
const activeAdmins = (held: readonly UserRow[]): UserRow[] =>
  held.filter((user) => isActing(user) && user.deletingAt === null)

/** Whether nobody would be left without this one. @param held the user and every administrator */
export function isLastAdmin(held: readonly UserRow[], id: string): boolean {
  const admins = activeAdmins(held)
  return admins.length === 1 && admins[0]?.id === id
}

interface Standing {
  /** The operator is an administrator now, and by the session of the call. */
  isAdmin: boolean
  /** The user and every administrator, locked. */
  held: readonly UserRow[]
}

/**
 * One action on a user with its record, in one transaction.
 * @throws AppError NotFound, Forbidden, MoreRights for somebody with rights that the operator lacks, OwnCase
 */
export function act<T>(
  { database, clock, operator }: Operating,
  id: string,
  work: (tx: Db, user: UserRow, standing: Standing) => Promise<{ done: Done[]; result: T }>,
): Promise<T> {
  return database.transaction(async (tx) => {
    const held = await lockUserAndAdmins(tx, id)
    const user = held.find((each) => each.id === id)
    if (!user) throw new AppError('NotFound')
    const isAdmin = await refuseWeaker(tx, operator, user)
    const { done, result } = await work(tx, user, { isAdmin, held })
    await recordActs(tx, operator, { userId: id, at: clock.now() }, done)
    return result
  })
}
