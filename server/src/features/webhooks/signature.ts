import { createHmac, randomBytes } from 'node:crypto'

const SECRET_BYTES = 24
const TOKEN_BYTES = 32

/** A key of 32 letters: libraries decode it from base64, other tools take it as it is, and both compute the same. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** As libraries of Standard Webhooks 1.0 take a secret, and as tools do that take a text. */
export const secretsOf = (secret: string) => ({
  secret: `whsec_${Buffer.from(secret).toString('base64')}`,
  secretText: secret,
})

/**
 * Headers of one attempt (Standard Webhooks 1.0, “Webhook headers”); `seconds` is Unix time. A secret that was replaced
 * signs as well, as long as it is given.
 */
export function signedHeaders(
  { id, seconds, body }: { id: string; seconds: number; body: string },
  { secret, oldSecret, token }: { secret: string; oldSecret: string | null; token: string | null },
): Record<string, string> {
  const signatures = [secret, ...(oldSecret === null ? [] : [oldSecret])].map(
    (key) => `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`,
  )
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Scanleaf-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': `${seconds}`,
    'webhook-signature': signatures.join(' '),
    ...(token !== null && { authorization: `Bearer ${token}` }),
  }
}
