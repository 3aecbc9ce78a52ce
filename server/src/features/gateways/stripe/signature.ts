import type Stripe from 'stripe'
import { jsonOf } from '../webhooks/webhook-routes'

const TOLERANCE_S = 300
const HEADER = /^t=(\d{1,12})(?:,v\d+=[0-9a-f]+)+$/

/**
 * The event in a webhook that Stripe signed within five minutes of now, or null (payments §4).
 * @param raw the bytes as received: serialised again they are another message
 * @param header `Stripe-Signature`: `t=<unix seconds>,v1=<hex>`, with several `v1` while a secret is rotated
 */
export async function signedEvent(
  raw: Buffer,
  header: string | string[] | undefined,
  secret: string,
  now: Date,
): Promise<Stripe.Event | null> {
  const signedAt = typeof header === 'string' ? HEADER.exec(header)?.[1] : undefined
  // The SDK refuses old timestamps, but accepts future ones.
  if (signedAt === undefined || Number(signedAt) - now.getTime() / 1000 > TOLERANCE_S) return null
  // The SDK parses the body again, by then within the limits of depth and size.
  if (jsonOf(raw) === null) return null
  const { default: Stripe } = await import('stripe')
  try {
    return Stripe.webhooks.constructEvent(raw, String(header), secret, TOLERANCE_S, undefined, now.getTime())
  } catch {
    return null
  }
}
