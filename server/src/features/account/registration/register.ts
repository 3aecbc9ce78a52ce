import type { FieldErrors, RegisterUser, RegistrationMode } from '@scanleaf/shared'
import type * as z from 'zod'
import { AppError } from '../../../platform/app-error'
import type { Clock } from '../../../platform/clock'
import type { Db } from '../../../platform/db/database'
import { type Mailing, mayMailTo, queueVerification } from '../email-addresses/verification'
import type { PasswordHasher } from '../passwords/password-hasher'
import { refuseGuessable } from '../passwords/refuse-guessable'
import { findTaken } from '../repository'
import { readInvitation } from './invitations'
import { openAccount, refuseClosedWay, type WayIn } from './open-account'
import { requireSetupToken } from './setup-token'

export interface RegistrationDependencies extends Mailing {
  clock: Clock
  hasher: PasswordHasher
  appName: string
  /** SETUP_TOKEN; null when the token printed at the start is random. */
  configuredSetupToken: string | null
  registration: RegistrationMode
}

/**
 * Creates a member, or with the setup token the first administrator, or nothing, as REGISTRATION allows. Where email is
 * sent, a member verifies the address, so the response is the same for one that somebody holds: its holder is notified
 * instead.
 * @param language of the person who registers
 * @throws AppError ValidationError for a password that is easy to guess and a wrong or spent token, Conflict naming what is taken, and those of `openAccount`
 */
export async function registerUser(
  parts: RegistrationDependencies,
  { password, setupToken, invitation = '', ...person }: z.output<typeof RegisterUser>,
  language: string,
): Promise<{ id: string }> {
  const { database, clock, hasher, rateLimits, sendsMail, appName, registration } = parts
  const way = await wayOf(parts, setupToken ?? '', invitation)
  await refuseGuessable(password, { ...person, appName }, 'password')
  const mustVerify = sendsMail && way.by !== 'setup-token'
  await refuseTaken(database.db, person, mustVerify)
  const passwordHash = await hasher.hash(password)
  const mayMail = sendsMail && (await mayMailTo({ rateLimits }, person.email)) === 0
  const user = {
    ...person,
    passwordHash,
    mustVerify,
    language,
    createdAt: clock.now(),
  }
  const id = await database.transaction(async (tx) => {
    const row = await openAccount(tx, registration, way, user)
    if (row && mayMail) await queueVerification(tx, row, row.email, language)
    return row?.id ?? null
  })
  if (id === null) {
    await refuseTaken(database.db, person, mustVerify)
    throw new AppError('Conflict')
  }
  return { id }
}

/** @throws AppError when it leads nowhere, before a password is hashed for it */
async function wayOf(
  { database: { db }, registration, configuredSetupToken }: RegistrationDependencies,
  setupToken: string,
  invitation: string,
): Promise<WayIn> {
  if (setupToken !== '') {
    const setupTokenHash = await requireSetupToken(db, setupToken, configuredSetupToken)
    return { by: 'setup-token', setupTokenHash }
  }
  const way: WayIn = { by: 'form', invitation }
  refuseClosedWay(registration, way)
  if (registration === 'invite') await readInvitation(db, invitation)
  return way
}

async function refuseTaken(
  db: Db,
  { username, email }: { username: string; email: string },
  mustVerify: boolean,
): Promise<void> {
  const found = await findTaken(db, username, email)
  const taken = { ...found, email: found.email && !mustVerify }
  const fields: FieldErrors = {}
  if (taken.username) fields['username'] = 'taken'
  if (taken.email) fields['email'] = 'taken'
  if (taken.username || taken.email) throw new AppError('Conflict', fields)
}
