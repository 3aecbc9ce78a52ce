import type { FastifyRequest } from 'fastify'
import { jsonOf } from '../webhooks/webhook-routes'

/** Headers of a webhook, and the fields that PayPal checks them by. */
const FIELDS = {
  'paypal-auth-algo': 'auth_algo',
  'paypal-cert-url': 'cert_url',
  'paypal-transmission-id': 'transmission_id',
  'paypal-transmission-sig': 'transmission_sig',
  'paypal-transmission-time': 'transmission_time',
} as const

/**
 * The request that verifies a webhook at PayPal (payments §5), or null when it cannot be genuine: a header is missing,
 * the certificate is not PayPal's, the body is not JSON.
 *
 * PayPal is asked, instead of reading the certificate whose URL is in the webhook: no stranger's URL is ever fetched
 * then, and there is no certificate chain to verify.
 * @param raw the bytes as received; they are sent on unchanged, since serialised again they are another message
 */
export function verificationRequest(
  raw: Buffer,
  headers: FastifyRequest['headers'],
  webhookId: string,
): string | null {
  const asked: Record<string, string> = { webhook_id: webhookId }
  for (const [header, field] of Object.entries(FIELDS)) {
    const value = headers[header]
    if (typeof value !== 'string' || value === '' || value.length > 1_000) return null
    asked[field] = value
  }
  const event = isObject(jsonOf(raw)) ? raw.toString('utf8') : null
  if (event === null || !isPayPals(asked['cert_url'] ?? '')) return null
  return `${JSON.stringify(asked).slice(0, -1)},"webhook_event":${event}}`
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isPayPals(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' && (hostname === 'paypal.com' || hostname.endsWith('.paypal.com'))
}
