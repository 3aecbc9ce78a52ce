import { createHmac } from 'node:crypto'
import { constantTimeEqual } from '../../webhooks/constant-time-equal'

const TOLERANCE_S = 300

/** Of `X-SePay-Signature`, without its `sha256=` (payments §6.5). @param timestamp unix seconds, as sent */
export const sepaySignature = (secret: string, timestamp: string, raw: Buffer): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(raw).digest('hex')

interface Signed {
  raw: Buffer
  signature: unknown
  timestamp: unknown
}

/** Whether SePay signed these bytes, at most five minutes from now. */
export function isSignedBySepay({ raw, signature, timestamp }: Signed, secret: string, now: Date): boolean {
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_S) return false
  return constantTimeEqual(signature, `sha256=${sepaySignature(secret, timestamp, raw)}`)
}
