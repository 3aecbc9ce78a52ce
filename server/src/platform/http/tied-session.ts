import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../app-error'
import { isApiKey } from './api-key'
import { bearerToken } from './session'

const CIPHER = 'aes-256-gcm'
const TAG_BYTES = 16
/** Each ticket gives a key of its own, which encrypts once. */
const NONCE = Buffer.alloc(12)

const keyOf = (ticket: string) => Buffer.from(hkdfSync('sha256', ticket, '', 'session of a ticket', 32))

/**
 * Ties an address that is opened without a session to the session, or the API key, that asks for it. What is returned is stored beside the
 * hash of the ticket and opens nothing without the ticket itself. It holds the token, as only the account service, which
 * may be another program, knows whether a session still holds.
 * @param ticket random, of 128 bits or more
 */
export function tieSession(request: FastifyRequest, ticket: string): string {
  const cipher = createCipheriv(CIPHER, keyOf(ticket), NONCE)
  const sealed = [cipher.update(bearerToken(request) ?? '', 'utf8'), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat(sealed).toString('base64url')
}

/** Whether the session or the key that a ticket is tied to still holds. @throws AppError LinkExpired when it has ended */
export async function requireTiedSession(
  { server, ip }: FastifyRequest,
  tied: string,
  ticket: string,
): Promise<void> {
  const sealed = Buffer.from(tied, 'base64url')
  const decipher = createDecipheriv(CIPHER, keyOf(ticket), NONCE)
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  const token = decipher.update(sealed.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  const holder = await (isApiKey(token)
    ? server.verifyKey(token, { ip, calls: 1 })
    : server.verifySession(token))
  if (!holder) throw new AppError('LinkExpired')
}
