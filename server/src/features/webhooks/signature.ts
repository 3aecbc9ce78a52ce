import { createHmac, randomBytes } from 'node:crypto'

const SECRET_BYTES = 24
const TOKEN_BYTES = 32

/** A key of 32 letters: libraries decode it from base64, other tools take it as it is, and both compute the same. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** As libraries of Standard Webhooks 1.0 take it. */
export const secretForLibraries = (secret: string): string =>
  `whsec_${Buffer.from(secret).toString('base64')}`

/** Headers of one attempt (Standard Webhooks 1.0, “Webhook headers”); `seconds` is Unix time. */
export function signedHeaders(
  { id, seconds, body }: { id: string; seconds: number; body: string },
  { secret, token }: { secret: string; token: string | null },
): Record<string, string> {
  const signature = createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Scanleaf-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': `${seconds}`,
    'webhook-signature': `v1,${signature}`,
    ...(token !== null && { authorization: `Bearer ${token}` }),
  }
}
