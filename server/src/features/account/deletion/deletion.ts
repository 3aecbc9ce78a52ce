import type { DeleteAccount, DeleteUser, PlannedDeletion } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Database, Db } from '../../../platform/db/database'
import { queueMail } from '../../../platform/mail'
import { insertUserActions } from '../operators/repository'
import { presentDeletion } from '../present'
import type { UserRow } from '../repository'
import { deleteSessionsOf } from '../sessions/repository'
import { newToken } from '../tokens'
import { lockUserAndAdmins } from '../users-admin/repository'
import { act, isLastAdmin, type Operating } from '../users-admin/users'
import { cancelDeletion, markWarned, planDeletion } from './repository'

const WARNED_AT_ONCE = 100

/** Whether others work in the home of a person; nobody joins it until the transaction ends. */
export type LockShared = (tx: Db, personId: string) => Promise<boolean>

/** Who asks for the deletion of the own account, in which session, and in which language. */
export interface Leaving {
  database: Database
  lockShared: LockShared
  userId: string
  email: string
  /** Of the session that continues, in which the person sees the day and can keep the account. */
  tokenHash: string
  language: string
  now: Date
}

/**
 * Plans the deletion of the own account. Every other session ends; the person is told by mail.
 * @throws AppError LastAdmin when nobody would be left to administrate, WorkspaceNotEmpty while others work in the home
 */
export function deleteAccount(
  { database, lockShared, userId, tokenHash, language, ...who }: Leaving,
  wish: DeleteAccount,
): Promise<PlannedDeletion> {
  return database.transaction(async (tx) => {
    const user = await plan(tx, userId, { wish, language, lockShared })
    await deleteSessionsOf(tx, userId, tokenHash)
    await insertUserActions(tx, [ownAction(userId, who, 'delete', user.ending)])
    return presentPlanned(user)
  })
}

/** Keeps the own account; does nothing when no deletion is planned. */
export function keepAccount({
  database,
  userId,
  language,
  ...who
}: Omit<Leaving, 'tokenHash' | 'lockShared'>): Promise<void> {
  return database.transaction(async (tx) => {
    if (await keep(tx, userId, language)) await insertUserActions(tx, [ownAction(userId, who, 'keep')])
  })
}

/**
 * Plans the deletion of somebody on their request; their sessions end.
 * @throws AppError NotFound, Forbidden, MoreRights, OwnCase, LastAdmin, WorkspaceNotEmpty
 */
export function deleteUser(
  { lockShared, ...operating }: Operating & { language: string; lockShared: LockShared },
  id: string,
  { reason, ...wish }: DeleteUser,
): Promise<void> {
  return act(operating, id, async (tx) => {
    const { ending } = await plan(tx, id, { wish, language: operating.language, lockShared })
    await deleteSessionsOf(tx, id)
    return { done: [{ action: 'delete', to: ending, reason }], result: undefined }
  })
}

/** @throws AppError NotFound when no deletion of them is planned, Forbidden, MoreRights, OwnCase */
export function keepUser(operating: Operating & { language: string }, id: string): Promise<void> {
  return act(operating, id, async (tx) => {
    if (!(await keep(tx, id, operating.language))) throw new AppError('NotFound')
    return { done: [{ action: 'keep' }], result: undefined }
  })
}

/** Tells those whose codes stop within two weeks, once. */
export async function warnLeaving(database: Database): Promise<void> {
  const work = async (tx: Db) => {
    const warned = await markWarned(tx, WARNED_AT_ONCE)
    for (const user of warned) await tell(tx, user, 'deletion-soon')
    return warned.length
  }
  while ((await database.transaction(work)) === WARNED_AT_ONCE);
}

/**
 * Two who leave at once lock each other's rows in one order, so one of two last administrators stays. The codes of a
 * home with others in it are theirs, too, whoever asks for the deletion.
 */
async function plan(
  tx: Db,
  id: string,
  { wish, language, lockShared }: { wish: DeleteAccount; language: string; lockShared: LockShared },
): Promise<UserRow> {
  const held = await lockUserAndAdmins(tx, id)
  if (!held.some((user) => user.id === id)) throw new AppError('NotFound')
  if (isLastAdmin(held, id)) throw new AppError('LastAdmin')
  if (await lockShared(tx, id)) throw new AppError('WorkspaceNotEmpty')
  const keepPdfPages = wish.ending === 'freeze' && wish.keepPdfPages
  const user = await planDeletion(tx, id, { ...wish, keepPdfPages })
  await tell(tx, user, 'deletion-planned', language)
  return user
}

/** False when no deletion was planned. */
async function keep(tx: Db, id: string, language: string): Promise<boolean> {
  const user = await cancelDeletion(tx, id)
  if (user) await tell(tx, user, 'deletion-cancelled', language)
  return user !== null
}

const tell = (
  tx: Db,
  { id, language, deletingAt, ending, keepPdfPages }: UserRow,
  kind: 'deletion-planned' | 'deletion-soon' | 'deletion-cancelled',
  /** Unless the person's own is known. */
  otherLanguage?: string,
): Promise<void> =>
  queueMail(tx, {
    kind,
    dedupeKey: `${kind}:${newToken()}`,
    userId: id,
    address: null,
    language: language ?? otherLanguage ?? null,
    values: { at: deletingAt?.toISOString() ?? '', ending, keepPdfPages: String(keepPdfPages) },
  })

const ownAction = (
  userId: string,
  { email, now }: Pick<Leaving, 'email' | 'now'>,
  action: 'delete' | 'keep',
  to = '',
) => ({ at: now, byId: userId, by: email, userId, action, to })

function presentPlanned(user: UserRow): PlannedDeletion {
  const planned = presentDeletion(user)
  if (!planned) throw new Error('a planned deletion has its day')
  return planned
}
