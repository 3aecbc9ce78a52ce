import { createHmac } from 'node:crypto'

/** The header `Stripe-Signature` for a body (payments §4). @param seconds unix time of the signature */
export function stripeSignature(body: string, secret: string, seconds: number): string {
  const v1 = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${v1}`
}
