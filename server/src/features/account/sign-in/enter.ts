import type { SignedIn, SignInMethod } from '@scanleaf/shared'
import type { Clock } from '../../../platform/clock'
import type { CountryOf } from '../../../platform/country'
import type { Db } from '../../../platform/db/database'
import { queueMail } from '../../../platform/mail'
import { setMailLanguage } from '../mail/repository'
import { hasKnownDevice, rememberDevice, type UserRow } from '../repository'
import { actsAsAdmin, type Opening, openSession } from '../sessions/sessions'
import { newToken } from '../tokens'
import { type Caller, placeOf } from './caller'

export interface EntryDependencies {
  clock: Clock
  countryOf: CountryOf
  /** ADMIN_SECOND_FACTOR is `required`. */
  adminsNeedFactor: boolean
}

export interface Entering {
  method: SignInMethod
  /** Of `deviceOf`. */
  device: string
  caller: Caller
  /** Name of the provider that vouched in the place of the password. */
  provider?: string
}

/** A session for somebody who proved who they are and whose row the transaction holds. */
export async function enter(
  tx: Db,
  { clock, countryOf, adminsNeedFactor }: EntryDependencies,
  user: UserRow,
  { method, device, caller, provider = '' }: Entering,
): Promise<SignedIn> {
  const now = clock.now()
  const opening = { method, provider, ...placeOf(caller, countryOf) }
  if (!(await hasKnownDevice(tx, user.id, device))) await tellOfNewPlace(tx, user, opening)
  await rememberDevice(tx, user.id, device, now)
  if (caller.language !== null) await setMailLanguage(tx, user.id, caller.language)
  const { sid, expiresAt } = await openSession(tx, user.id, now, opening)
  return {
    id: user.id,
    sid,
    email: user.email,
    admin: actsAsAdmin(user.role, method, adminsNeedFactor),
    expiresAt: expiresAt.toISOString(),
  }
}

/** The very first sign-in is no news. */
async function tellOfNewPlace(tx: Db, user: UserRow, { label, country, method }: Opening): Promise<void> {
  if (!(await hasKnownDevice(tx, user.id))) return
  await queueMail(tx, {
    kind: 'new-sign-in',
    dedupeKey: `new-sign-in:${newToken()}`,
    userId: user.id,
    address: null,
    // As it was before this sign-in, which may be a stranger's.
    language: user.language,
    values: { label, country, method },
  })
}
