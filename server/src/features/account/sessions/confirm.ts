import type { Confirmed, ConfirmSession } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import { verifyOwnPassword } from '../sign-in/own-password'
import type { SigningIn } from '../sign-in/sign-in'
import { hashOf } from '../tokens'
import { confirmSession } from './repository'

/**
 * Proves who holds a session, which then may do what is sensitive for ten minutes.
 * @throws AppError ValidationError for what is wrong, Unauthorized, TooManyRequests, ServiceUnavailable
 */
export async function confirmByPassword(
  parts: Pick<SigningIn, 'database' | 'hasher' | 'rateLimits'>,
  userId: string,
  token: string,
  { password }: ConfirmSession,
): Promise<Confirmed> {
  await verifyOwnPassword(parts, userId, password, 'password')
  const until = await confirmSession(parts.database.db, hashOf(token), 'password')
  if (!until) throw new AppError('Unauthorized')
  return { confirmedUntil: until.toISOString() }
}
