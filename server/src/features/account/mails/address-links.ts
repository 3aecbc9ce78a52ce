import { identityKey } from '@scanleaf/shared'
import type { LinkMaker } from '../../../platform/mail'
import { createToken } from '../one-time-tokens/one-time-tokens'
import { findUser } from '../repository'
import { linkTo } from '../tokens'

const DAY_MS = 24 * 60 * 60_000
const VERIFY_MS = DAY_MS
const UNDO_MS = 7 * DAY_MS

/** Link of a mail that verifies an address; none when the person wants another address meanwhile. */
export const verifyLink =
  (appUrl: string): LinkMaker =>
  async (tx, { userId, address }) => {
    const user = userId === null ? null : await findUser(tx, userId)
    if (!user || address === null) return null
    const awaited = [user.email, user.pendingEmail ?? ''].map(identityKey)
    if (!awaited.includes(identityKey(address))) return null
    const token = await createToken(tx, {
      kind: 'verify-email',
      userId,
      data: { email: address },
      lifetimeMs: VERIFY_MS,
    })
    return { address, url: linkTo(appUrl, '/account/verify-email', token) }
  }

/** Of a mail about a change that the address it goes to can take back; without a link where it cannot. */
export const undoLink =
  (appUrl: string): LinkMaker =>
  async (tx, { userId, address, values }) => {
    if (userId === null || address === null) return null
    if (values['canUndo'] === 0) return { address, url: null }
    const data = { email: address, changedAt: values['changedAt'], wasVerified: values['wasVerified'] }
    const token = await createToken(tx, { kind: 'undo-change', userId, data, lifetimeMs: UNDO_MS })
    return { address, url: linkTo(appUrl, '/account/undo-change', token) }
  }
