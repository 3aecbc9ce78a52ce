import type { SignedIn } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Clock } from '../../../platform/clock'
import type { Database } from '../../../platform/db/database'
import { createToken, useToken } from '../one-time-tokens/one-time-tokens'
import { lockUser } from '../repository'
import { deleteSession, findLiveSession } from '../sessions/repository'
import { actsAsAdmin, type Opening, openSession } from '../sessions/sessions'
import { hashOf } from '../tokens'

/** Long enough for a redirect, too short to be found in a history. */
const CODE_MS = 60_000

interface HandingOver {
  database: Database
  clock: Clock
  adminsNeedFactor: boolean
}

/** Whose session goes to which origin. */
interface Handed {
  userId: string
  token: string
  origin: string
  /** The session of the call ends when the code is exchanged: the sign-in page has no use for it. */
  endsSession: boolean
}

/** A one-time code for another product, which gets a session of its own for it. */
export const createHandOverCode = (
  { database }: Pick<HandingOver, 'database'>,
  { userId, token, origin, endsSession }: Handed,
): Promise<string> =>
  database.transaction((tx) =>
    createToken(tx, {
      kind: 'hand-over',
      userId,
      data: { session: hashOf(token), origin, endsSession },
      lifetimeMs: CODE_MS,
    }),
  )

/**
 * A new session for a code, while the session that it was made with holds. It proves no more than that one, ends no
 * later, and is not a fresh confirmation.
 * @param origin of the page that asks; undefined when a server does
 * @throws AppError LinkExpired
 */
export function exchangeHandOverCode(
  { database, clock, adminsNeedFactor }: HandingOver,
  code: string,
  origin: string | undefined,
  place: Pick<Opening, 'label' | 'country'>,
): Promise<SignedIn> {
  const now = clock.now()
  return database.transaction(async (tx) => {
    const used = await useToken(tx, 'hand-over', code)
    if (!used?.userId || (origin !== undefined && origin !== used.data['origin']))
      throw new AppError('LinkExpired')
    // Before the session is looked for: a change of the password, which ends sessions, holds the user too.
    await lockUser(tx, used.userId)
    const tokenHash = String(used.data['session'])
    const session = await findLiveSession(tx, tokenHash, now)
    if (!session) throw new AppError('LinkExpired')
    const { userId, email, role, method, provider, absoluteExpiresAt } = session
    const opening = { method, provider, ...place }
    const opened = await openSession(tx, userId, now, opening, false, absoluteExpiresAt)
    if (used.data['endsSession'] === true) await deleteSession(tx, tokenHash)
    const { sid, expiresAt } = opened
    const admin = actsAsAdmin(role, method, adminsNeedFactor)
    return { id: userId, sid, email, admin, expiresAt: expiresAt.toISOString() }
  })
}
