import type { FieldErrors, RegisterUser } from '@scanleaf/shared'
import type { z } from 'zod'
import { AppError } from '../../../platform/app-error'
import type { Clock } from '../../../platform/clock'
import type { Db } from '../../../platform/db/database'
import { type Mailing, mayMailTo, queueVerification } from '../email/verification'
import { refuseGuessable } from '../passwords/refuse-guessable'
import { claimFirstAdmin, findTaken, insertUser, isSetupTokenHash, storeSetupTokenHash } from '../repository'
import { hashOf } from '../tokens'
import type { PasswordHasher } from './password-hasher'

export interface RegistrationDependencies extends Mailing {
  clock: Clock
  hasher: PasswordHasher
  appName: string
  /** SETUP_TOKEN; null when the token printed at the start is random. */
  configuredSetupToken: string | null
}

/**
 * Creates a member, or with the setup token the first administrator, or nothing. Where email is sent, a member verifies
 * the address, so the response is the same for one that somebody holds: its holder is notified instead.
 * @param language of the person who registers
 * @throws AppError ValidationError for a password that is easy to guess and a wrong or spent token, Conflict naming what is taken
 */
export async function registerUser(
  { database, clock, hasher, rateLimits, sendsMail, appName, configuredSetupToken }: RegistrationDependencies,
  { password, setupToken, ...person }: z.output<typeof RegisterUser>,
  language: string,
): Promise<{ id: string }> {
  const isAdmin = setupToken !== undefined && setupToken !== ''
  const setupTokenHash = isAdmin ? hashOf(setupToken) : null
  if (setupTokenHash !== null) {
    const isRight = await isSetupToken(database.db, setupTokenHash, setupToken === configuredSetupToken)
    if (!isRight) throw wrongSetupToken()
  }
  await refuseGuessable(password, { ...person, appName }, 'password')
  const mustVerify = sendsMail && !isAdmin
  await refuseTaken(database.db, person, mustVerify)
  const passwordHash = await hasher.hash(password)
  const mayMail = sendsMail && (await mayMailTo({ rateLimits }, person.email)) === 0
  const user = {
    ...person,
    passwordHash,
    role: isAdmin ? 'admin' : 'member',
    mustVerify,
    language,
    createdAt: clock.now(),
  } as const
  const id = await database.transaction(async (tx) => {
    const row = await insertUser(tx, user)
    if (row && setupTokenHash !== null && !(await claimFirstAdmin(tx, row.id, setupTokenHash)))
      throw wrongSetupToken()
    if (row && mayMail) await queueVerification(tx, row, row.email, language)
    return row?.id ?? null
  })
  if (id === null) {
    await refuseTaken(database.db, person, mustVerify)
    throw new AppError('Conflict')
  }
  return { id }
}

const isSetupToken = (db: Db, setupTokenHash: string, isConfigured: boolean): Promise<boolean> =>
  isConfigured ? storeSetupTokenHash(db, setupTokenHash) : isSetupTokenHash(db, setupTokenHash)

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

const wrongSetupToken = () => new AppError('ValidationError', { setupToken: 'wrong-setup-token' })
