import { randomInt } from 'node:crypto'
import type { RegistrationMode } from '@scanleaf/shared'
import type { Clock } from '../../../platform/clock'
import type { Db } from '../../../platform/db/database'
import { openAccount, type WayIn } from '../registration/open-account'
import type { UserRow } from '../repository'
import type { ProvenIdentity } from './claims'

/** Names that are taken are tried again with other digits. */
const TRIES = 5
const DIGITS = 10_000
const MAX_BASE_LENGTH = 48
/** Of a user name. */
const MIN_LENGTH = 3

export interface OpeningAccount {
  clock: Clock
  sendsMail: boolean
  registration: RegistrationMode
  /** Of a password that nobody knows, so that the account costs a guesser as much as any. */
  passwordHash: string
  language: string
}

/**
 * A member whose address a provider has verified, with a name that is free. Null when somebody got hold of the address
 * meanwhile.
 */
export async function openAccountOf(
  tx: Db,
  { email, firstName, lastName }: ProvenIdentity,
  way: Extract<WayIn, { by: 'oidc' }>,
  { clock, sendsMail, registration, passwordHash, language }: OpeningAccount,
): Promise<UserRow | null> {
  const base = usernameOf(email)
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const user = await openAccount(tx, registration, way, {
      username: attempt === 0 ? base : `${base}-${randomInt(DIGITS / 10, DIGITS)}`,
      email,
      emailVerifiedAt: clock.now(),
      passwordHash,
      hasPassword: false,
      firstName: firstName || base,
      lastName,
      phone: '',
      mustVerify: sendsMail,
      language,
      createdAt: clock.now(),
    })
    if (user) return user
  }
  return null
}

/** The first part of an address as a user name. @example 'lan' of lan@quan.vn */
function usernameOf(email: string): string {
  const local = email.slice(0, email.lastIndexOf('@')).slice(0, MAX_BASE_LENGTH)
  return local.length < MIN_LENGTH ? `${local}-user` : local
}
