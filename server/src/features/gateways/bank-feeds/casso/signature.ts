import { createHmac } from 'node:crypto'
import { constantTimeEqual } from '../../webhooks/constant-time-equal'

const HEADER = /^t=(\d{1,16}),v1=([0-9a-f]{128})$/i

/** The `v1` of `X-Casso-Signature` (payments §6.5). @param timestamp milliseconds, as sent */
export const cassoSignature = (checksumKey: string, timestamp: string, body: unknown): string =>
  createHmac('sha512', checksumKey)
    .update(`${timestamp}.${JSON.stringify(withSortedKeys(body))}`)
    .digest('hex')

/**
 * Whether Casso signed this body. Its age is not judged: a webhook that is sent again has its old time, and one that is
 * replayed has its old number.
 */
export function isSignedByCasso(body: unknown, header: unknown, checksumKey: string): boolean {
  const [, timestamp, v1] = typeof header === 'string' ? (HEADER.exec(header) ?? []) : []
  if (timestamp === undefined || v1 === undefined) return false
  return constantTimeEqual(v1.toLowerCase(), cassoSignature(checksumKey, timestamp, body))
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, withSortedKeys(inner)]))
}
