import type { SignedIn, SignInMethod } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Clock } from '../../../platform/clock'
import type { CountryOf } from '../../../platform/country'
import type { Db } from '../../../platform/db/database'
import { queueMail } from '../../../platform/mail'
import { setMailLanguage } from '../mail/repository'
import { hasKnownDevice, hasKnownPlace, rememberDevice, type UserRow } from '../repository'
import { actsAsAdmin, type Opening, openSession } from '../sessions/sessions'
import { type Caller, placeKeyOf, placeOf } from './caller'

export interface EntryDependencies {
  clock: Clock
  countryOf: CountryOf
  /** ADMIN_SECOND_FACTOR is `required`. */
  adminsNeedFactor: boolean
}

/** @throws AppError AccountWaits, AccountRefused for whom no operator has let in */
export function refuseNotApproved({ approvedAt, refusedAt }: UserRow): void {
  if (approvedAt === null) throw new AppError(refusedAt === null ? 'AccountWaits' : 'AccountRefused')
}

/**
 * A session for somebody who proved who they are and whose row the transaction holds.
 * @param device of `deviceOf`
 * @throws AppError AccountWaits, AccountRefused
 */
export async function enter(
  tx: Db,
  { clock, countryOf, adminsNeedFactor }: EntryDependencies,
  user: UserRow,
  { method, device, caller }: { method: SignInMethod; device: string; caller: Caller },
): Promise<SignedIn> {
  refuseNotApproved(user)
  const now = clock.now()
  const opening = { method, ...placeOf(caller, countryOf) }
  const place = placeKeyOf(user.id, opening)
  const isKnownPlace = await hasKnownDevice(tx, user.id, place)
  if (!isKnownPlace && (await isNews(tx, user.id, device)))
    await reportNewDevice(tx, user, opening, place, now)
  for (const each of [device, place]) await rememberDevice(tx, user.id, each, now)
  // Only where nobody chose one: who signs in from a strange place does not say what others read.
  if (user.language === null && isKnownPlace && caller.language !== null)
    await setMailLanguage(tx, user.id, caller.language)
  const { sid, expiresAt } = await openSession(tx, user.id, now, opening)
  return {
    id: user.id,
    sid,
    email: user.email,
    admin: actsAsAdmin(user.role, method, adminsNeedFactor),
    expiresAt: expiresAt.toISOString(),
  }
}

/** A sign-in is told of unless it is the very first, or from a network known since before places were kept. */
const isNews = async (tx: Db, userId: string, device: string): Promise<boolean> =>
  (await hasKnownPlace(tx, userId)) ||
  ((await hasKnownDevice(tx, userId)) && !(await hasKnownDevice(tx, userId, device)))

/** One mail a device and day at most, also of several sign-ins at once. */
async function reportNewDevice(
  tx: Db,
  user: UserRow,
  { label, country, method }: Opening,
  place: string,
  now: Date,
): Promise<void> {
  await queueMail(tx, {
    kind: 'new-sign-in',
    dedupeKey: `new-sign-in:${place}:${now.toISOString().slice(0, 10)}`,
    userId: user.id,
    address: null,
    language: user.language,
    values: { label, country, method },
  })
}
