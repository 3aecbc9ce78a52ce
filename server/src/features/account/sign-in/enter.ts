import type { SignedIn, SignInMethod } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Clock } from '../../../platform/clock'
import type { CountryOf } from '../../../platform/country'
import type { Db } from '../../../platform/db/database'
import { queueMail } from '../../../platform/mail'
import { type Caller, placeKeyOf, placeOf } from '../attempts/caller'
import { setMailLanguage } from '../mails/repository'
import { hasKnownDevice, hasKnownPlace, rememberDevice, type UserRow } from '../repository'
import { type FactorSite, hasSecondFactor } from '../second-factor/second-factor'
import { actsAsAdmin, type Opening, openSession } from '../sessions/sessions'

export interface EntryDependencies extends FactorSite {
  clock: Clock
  countryOf: CountryOf
  /** ADMIN_SECOND_FACTOR is `required`. */
  adminsNeedFactor: boolean
}

/** @throws AppError AccountWaits, AccountRefused for a user who was not approved */
export function refuseNotApproved({ approvedAt, refusedAt }: UserRow): void {
  if (approvedAt === null) throw new AppError(refusedAt === null ? 'AccountWaits' : 'AccountRefused')
}

export interface Entering {
  method: SignInMethod
  /** Of `deviceOf`. */
  device: string
  caller: Caller
  /** Name of the provider that authenticated the user in place of the password. */
  provider?: string
}

/**
 * A session for an authenticated user whose row the transaction locks. A sign-in without the second factor of somebody
 * who has one confirms nothing.
 * @throws AppError AccountWaits, AccountRefused
 */
export async function enter(
  tx: Db,
  parts: EntryDependencies,
  user: UserRow,
  { method, device, caller, provider = '' }: Entering,
): Promise<SignedIn> {
  refuseNotApproved(user)
  const { clock, countryOf, adminsNeedFactor } = parts
  const now = clock.now()
  const opening = { method, provider, ...placeOf(caller, countryOf) }
  const place = placeKeyOf(user.id, opening)
  const isKnownPlace = await hasKnownDevice(tx, user.id, place)
  if (!isKnownPlace && (await isNews(tx, user.id, device)))
    await reportNewDevice(tx, user, opening, place, now)
  for (const each of [device, place]) await rememberDevice(tx, user.id, each, now)
  // Only if none is set: a sign-in from a strange place does not change the language of a user's emails.
  if (user.language === null && isKnownPlace && caller.language !== null)
    await setMailLanguage(tx, user.id, caller.language)
  const isConfirmed = method !== 'password' || !(await hasSecondFactor(tx, parts, user.id))
  const { sid, expiresAt } = await openSession(tx, user.id, now, opening, isConfirmed)
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
