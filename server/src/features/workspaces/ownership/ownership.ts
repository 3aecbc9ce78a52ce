import { type Language, MAX_OWN_WORKSPACES, type OwnershipOffer } from '@scanleaf/shared'
import { eq, sql } from 'drizzle-orm'
import { AppError } from '../../../platform/app-error'
import type { Database, Db } from '../../../platform/db/database'
import { recordAct } from '../../../platform/history'
import type { ActingMember } from '../../../platform/http/acting'
import { type LinkMaker, queueMail } from '../../../platform/mail'
import { lockLeaving } from '../../account'
import { findWallet, subscriptionInfo } from '../../billing'
import { countCodes } from '../../user-codes'
import { mailMembersChanged } from '../members/mails'
import {
  clearOffer,
  countMembers,
  findMember,
  findOffer,
  findOwner,
  listOwned,
  lockOwnFurther,
  lockWorkspace,
  setRole,
} from '../repository'
import { workspaces } from '../table'

type Caller = Pick<ActingMember, 'ownerId' | 'by' | 'personId'>

/** Days for which an offer holds. */
const OFFER_DAYS = 7

/**
 * Offers a workspace to another member; a new offer takes the place of the one before. A home stays with its person, whose
 * id it has.
 * @throws AppError HomeStays, Forbidden, NotFound for nobody who works there, ValidationError for oneself
 */
export function offerOwnership(database: Database, caller: Caller, userId: string): Promise<void> {
  const { ownerId, personId } = caller
  return database.transaction(async (tx) => {
    const workspace = await lockOwnFurther(tx, caller)
    if (userId === personId) throw new AppError('ValidationError', { userId: 'invalid-choice' })
    if (!(await findMember(tx, ownerId, userId))) throw new AppError('NotFound')
    await recordAct(tx, caller, { action: 'ownership-offered', memberId: userId })
    const [offered] = await tx
      .update(workspaces)
      .set({ offeredTo: userId, offerExpiresAt: sql`now() + make_interval(days => ${OFFER_DAYS}::int)` })
      .where(eq(workspaces.id, ownerId))
      .returning({ expiresAt: workspaces.offerExpiresAt })
    await queueMail(tx, {
      kind: 'ownership-offered',
      dedupeKey: `ownership-offered:${ownerId}:${userId}:${offered?.expiresAt?.toISOString()}`,
      userId,
      address: null,
      language: null,
      values: { workspace: ownerId, workspaceName: workspace.name },
    })
  })
}

/** Who gets an offer's mail when it is sent: nobody once it is withdrawn, answered, replaced or expired. */
export const ownershipOfferLink: LinkMaker = async (tx, { userId, values }) => {
  const offer = await findOffer(tx, String(values['workspace']))
  return offer?.to === userId ? { address: null, url: null } : null
}

/** Withdraws an offer, or declines it. Who neither made it nor may accept it ends none. */
export function endOffer(database: Database, { ownerId, personId }: Caller): Promise<void> {
  return database.transaction(async (tx) => {
    const workspace = await lockWorkspace(tx, ownerId)
    const owner = await findOwner(tx, ownerId)
    if (workspace?.offeredTo === personId || owner?.userId === personId) await clearOffer(tx, ownerId)
    else throw new AppError('NotFound')
  })
}

/**
 * Makes the caller the owner of a workspace that was offered to them; who was it becomes a manager. Plan, wallet, debt,
 * invoices and codes belong to the workspace, so nothing of them changes.
 * @param owed the debt that the caller was shown; null where no plans are sold, so that none is
 * @throws AppError NotFound without an offer, Conflict when the debt is another by now, TooManyOwnWorkspaces, AccountLeaving
 */
export function acceptOwnership(database: Database, caller: Caller, owed: number | null): Promise<void> {
  const { ownerId, personId } = caller
  return database.transaction(async (tx) => {
    // Before the workspace, as who plans a deletion locks them, too.
    if (await lockLeaving(tx, personId)) throw new AppError('AccountLeaving')
    const workspace = await lockWorkspace(tx, ownerId)
    const [before, member] = [await findOwner(tx, ownerId), await findMember(tx, ownerId, personId)]
    const offer = await findOffer(tx, ownerId)
    if (!workspace || !before || !member || offer?.to !== personId) throw new AppError('NotFound')
    if ((await listOwned(tx, personId)).length >= MAX_OWN_WORKSPACES)
      throw new AppError('TooManyOwnWorkspaces', undefined, undefined, {
        values: { max: String(MAX_OWN_WORKSPACES) },
      })
    if (owed !== null && (await findWallet(tx, ownerId)).owed !== BigInt(owed)) throw new AppError('Conflict')
    // One after the other: an index lets a workspace have one owner.
    if (!(await setRole(tx, before, 'manager')) || !(await setRole(tx, member, 'owner')))
      throw new AppError('Conflict')
    await clearOffer(tx, ownerId)
    await recordAct(tx, caller, { action: 'owner-changed', memberId: before.userId })
    await mailMembersChanged(tx, {
      ...{ workspace, change: 'owner', person: { ...member, id: personId }, role: 'owner', doneBy: personId },
    })
  })
}

interface Shown {
  caller: Caller
  /** Whether plans are sold here. */
  sells: boolean
  language: Language
  now: Date
}

/** The offer of a workspace with what comes along; null without one, and for everybody whom it does not concern. */
export async function showOffer(
  db: Db,
  { caller, sells, language, now }: Shown,
): Promise<OwnershipOffer | null> {
  const { ownerId, personId } = caller
  const offer = await findOffer(db, ownerId)
  if (!offer) return null
  const isForYou = offer.to === personId
  if (!isForYou && (await findOwner(db, ownerId))?.userId !== personId) return null
  const member = await findMember(db, ownerId, offer.to)
  if (!member) return null
  const { dynamicCodes, staticCodes } = await countCodes(db, ownerId)
  return {
    to: { userId: offer.to, name: member.name },
    ...{ isForYou, expiresAt: offer.expiresAt.toISOString() },
    ...{ codes: dynamicCodes + staticCodes, members: await countMembers(db, ownerId) },
    billing: sells ? await standing() : null,
  }

  async function standing() {
    const { planDetail, outstandingBalance } = await subscriptionInfo(db, ownerId, language, now)
    const { balance } = await findWallet(db, ownerId)
    return { plan: planDetail.name, balance: Number(balance), owed: outstandingBalance }
  }
}
