import type { FieldErrors, RegisterUser } from '@scanleaf/shared'
import type { z } from 'zod'
import { AppError } from '../../../platform/app-error'
import type { Clock } from '../../../platform/clock'
import type { Database, Db } from '../../../platform/db/database'
import { claimFirstAdmin, findTaken, insertUser, isSetupTokenHash, storeSetupTokenHash } from '../repository'
import { hashOf } from '../tokens'
import type { PasswordHasher } from './password-hasher'

export interface RegistrationDependencies {
  database: Database
  clock: Clock
  hasher: PasswordHasher
  /** SETUP_TOKEN; null when the token printed at the start is random. */
  configuredSetupToken: string | null
}

/**
 * Makes a member, or with the setup token the first administrator, or nothing.
 * @throws AppError ValidationError for a wrong or spent token, Conflict naming what is taken
 */
export async function registerUser(
  { database, clock, hasher, configuredSetupToken }: RegistrationDependencies,
  { password, setupToken, ...person }: z.output<typeof RegisterUser>,
): Promise<{ id: string }> {
  const isAdmin = setupToken !== undefined && setupToken !== ''
  const setupTokenHash = isAdmin ? hashOf(setupToken) : null
  if (setupTokenHash !== null) {
    const isRight = await isSetupToken(database.db, setupTokenHash, setupToken === configuredSetupToken)
    if (!isRight) throw wrongSetupToken()
  }
  await refuseTaken(database.db, person)
  const passwordHash = await hasher.hash(password)
  const user = {
    ...person,
    passwordHash,
    role: isAdmin ? 'admin' : 'member',
    createdAt: clock.now(),
  } as const
  const id = await database.transaction(async (tx) => {
    const row = await insertUser(tx, user)
    if (row && setupTokenHash !== null && !(await claimFirstAdmin(tx, row.id, setupTokenHash)))
      throw wrongSetupToken()
    return row?.id ?? null
  })
  if (id === null) {
    await refuseTaken(database.db, person)
    throw new AppError('Conflict')
  }
  return { id }
}

const isSetupToken = (db: Db, setupTokenHash: string, isConfigured: boolean): Promise<boolean> =>
  isConfigured ? storeSetupTokenHash(db, setupTokenHash) : isSetupTokenHash(db, setupTokenHash)

async function refuseTaken(db: Db, { username, email }: { username: string; email: string }): Promise<void> {
  const taken = await findTaken(db, username, email)
  const fields: FieldErrors = {}
  if (taken.username) fields['username'] = 'taken'
  if (taken.email) fields['email'] = 'taken'
  if (taken.username || taken.email) throw new AppError('Conflict', fields)
}

const wrongSetupToken = () => new AppError('ValidationError', { setupToken: 'wrong-setup-token' })
