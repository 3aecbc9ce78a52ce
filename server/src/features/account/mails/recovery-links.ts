import type { Db } from '../../../platform/db/database'
import type { LinkMaker } from '../../../platform/mail'
import { findAddressee } from '../login-repository'
import { createToken } from '../one-time-tokens/one-time-tokens'
import { findHolder, holdsItsAddress, type UserRow } from '../repository'
import { linkTo } from '../tokens'

const RECOVERY_MS = 30 * 60_000
const SET_PATH = '/account/recovery/set'

/** A token that sets a new password for the person who reads mail at `email`. */
export const createRecoveryToken = (tx: Db, userId: string, email: string): Promise<string> =>
  createToken(tx, { kind: 'recovery', userId, data: { email }, lifetimeMs: RECOVERY_MS })

/** Whom a recovery means is looked up when it is sent, so that the call takes as long for unknown people as for known. */
export const recoveryLink =
  (appUrl: string): LinkMaker =>
  async (tx, { values }) => {
    const user = await findAddressee(tx, String(values['login']))
    if (!user || user.suspendedAt !== null || !(await mayBeWrittenTo(tx, user))) return null
    const token = await createRecoveryToken(tx, user.id, user.email)
    return { address: user.email, url: linkTo(appUrl, SET_PATH, token) }
  }

/** An unverified address is skipped once somebody else has verified it. */
const mayBeWrittenTo = async (tx: Db, user: UserRow): Promise<boolean> =>
  holdsItsAddress(user) || (await findHolder(tx, user.email)) === null

/** Of a note that the address belongs to an account already. */
export const forgottenLink =
  (appUrl: string): LinkMaker =>
  async (_tx, { address }) =>
    address === null ? null : { address, url: `${appUrl}/account/recovery` }

export const recoverySetAddress = (appUrl: string, token: string): string => linkTo(appUrl, SET_PATH, token)
