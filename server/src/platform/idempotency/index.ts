import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../app-error'
import type { Db } from '../db/database'
import { currentUser } from '../http/session'
import type { IdempotentCall, StoredResponse } from './repeatable-call'
import { deleteOldKeys, findResponse, insertResponse, tryLockKey } from './repository'

export type { IdempotentCall, StoredResponse } from './repeatable-call'
export { eraseAddressInResponses, eraseResponses } from './repository'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It takes an Idempotency-Key, which the description of the calls of keys says. */
    isRepeatable?: boolean
  }
}

/** The header, or null without one. @throws AppError BadRequest for anything but 1 to 255 visible ASCII characters */
function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) throw new AppError('BadRequest')
  return key
}

function bodyHashOf(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}:`).update(part)
  return hash.digest('base64url')
}

/**
 * The call that a request with an `Idempotency-Key` repeats; null without one. The key belongs to the person, and in
 * another workspace than their home the body includes the workspace.
 * @param call such as `POST /user-codes`
 * @param file hash of what the request holds besides its body
 */
export function idempotentCallOf(
  request: FastifyRequest,
  call: string,
  ...file: string[]
): IdempotentCall | null {
  const key = idempotencyKeyOf(request)
  if (key === null) return null
  // An operator acts in no workspace.
  const id = request.acting?.personId ?? currentUser(request).id
  const ownerId = request.acting?.ownerId ?? id
  const workspace = ownerId === id ? [] : [ownerId]
  return {
    userId: id,
    call,
    key,
    bodyHash: bodyHashOf(JSON.stringify(request.body), ...file, ...workspace),
  }
}

/**
 * Does the work of a call once: its response is stored in the transaction of the effect, and a repeat gets the same
 * response. A failure stores nothing, so that a repeat runs again.
 * @throws AppError Conflict when the key came with another body, or while the first call still runs
 */
export async function runIdempotent<T>(
  tx: Db,
  call: IdempotentCall,
  now: Date,
  work: () => Promise<StoredResponse<T>>,
): Promise<StoredResponse<T>> {
  if (!(await tryLockKey(tx, call))) throw new AppError('Conflict')
  const known = await knownResponse<T>(tx, call)
  if (known) return known
  const answer = await work()
  await deleteOldKeys(tx)
  await insertResponse(tx, call, answer, now)
  return answer
}

/**
 * The response to an earlier call; null for a first one. For calls that take long, before they begin.
 * @throws AppError Conflict when the key came with another body
 */
export async function knownResponse<T>(db: Db, call: IdempotentCall): Promise<StoredResponse<T> | null> {
  const known = await findResponse(db, call)
  if (!known) return null
  if (known.bodyHash !== call.bodyHash) throw new AppError('Conflict')
  return { statusCode: known.statusCode, body: known.answer as T }
}
