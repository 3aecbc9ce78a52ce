import { randomUUID } from 'node:crypto'
import type { MakeRecoveryLink, RecoveryLink } from '@scanleaf/shared'
import type * as z from 'zod'
import { AppError } from '../../../platform/app-error'
import type { Database, Db } from '../../../platform/db/database'
import { queueMail } from '../../../platform/mail'
import { findUserByLogin } from '../login-repository'
import { recoverySetAddress } from '../mails/recovery-links'
import { createToken, deleteTokensOf, findToken } from '../one-time-tokens/one-time-tokens'
import { insertUserActions } from '../operators/repository'
import { type Maker, makerOf } from '../operators/rights'
import type { UserRow } from '../repository'
import { act, type Operating } from './users'

const LINK_MS = 24 * 60 * 60_000

interface Making {
  appUrl: string
  /** Of the mail to the user, unless their own is known. */
  language: string
}

type Wanted = z.output<typeof MakeRecoveryLink>

/**
 * A link that sets a new password for a user, for an operator to hand over; the user is notified by email, and the
 * action is recorded with its reason.
 * @throws AppError NotFound, Forbidden, MoreRights, OwnCase
 */
export function makeRecoveryLink(
  operating: Operating & Making,
  id: string,
  wanted: Wanted,
): Promise<RecoveryLink> {
  return act(operating, id, async (tx, user) => ({
    done: [doneOf(wanted)],
    result: await issue(tx, operating, user, wanted, makerOf(operating.operator)),
  }))
}

/**
 * The same for anyone with a shell on the host, who needs no account: the way back in for the last administrator.
 * @throws AppError NotFound
 */
export function makeRecoveryLinkOnHost(
  { database, ...making }: Making & { database: Database },
  login: string,
  wanted: Wanted,
): Promise<RecoveryLink> {
  return database.transaction(async (tx) => {
    const user = await findUserByLogin(tx, login)
    if (!user) throw new AppError('NotFound')
    const by = { at: new Date(), byId: 'host', by: 'npm run recover', userId: user.id }
    await insertUserActions(tx, [{ ...by, ...doneOf(wanted) }])
    return issue(tx, making, user, wanted, null)
  })
}

const doneOf = ({ reason, waiveSecondFactor }: Wanted) => ({
  action: 'recovery-link' as const,
  to: waiveSecondFactor ? 'waive-second-factor' : '',
  reason,
})

/** @param maker null for the host, who may do everything */
async function issue(
  tx: Db,
  { appUrl, language }: Making,
  user: UserRow,
  { waiveSecondFactor }: Wanted,
  maker: Maker | null,
): Promise<RecoveryLink> {
  const kind = 'recovery-link'
  const data = { waiveSecondFactor, maker }
  // Of two that are handed over, the newer one counts.
  await deleteTokensOf(tx, user.id, [kind])
  const token = await createToken(tx, { kind, userId: user.id, data, lifetimeMs: LINK_MS })
  const made = await findToken(tx, kind, token)
  await queueMail(tx, {
    kind,
    dedupeKey: `${kind}:${randomUUID()}`,
    userId: user.id,
    address: null,
    language: user.language ?? language,
    values: {},
  })
  return { url: recoverySetAddress(appUrl, token), expiresAt: made?.expiresAt.toISOString() ?? '' }
}
