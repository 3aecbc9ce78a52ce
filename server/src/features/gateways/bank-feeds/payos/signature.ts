import { createHmac } from 'node:crypto'
import { constantTimeEqual } from '../../webhooks/constant-time-equal'

/** The signed text of the field `data` of a webhook (payments §6.5): its keys sorted, `key=value` joined by `&`, nothing encoded. */
export function payosSignature(checksumKey: string, data: Record<string, unknown>): string {
  const text = Object.keys(data)
    .sort()
    .map((key) => `${key}=${written(data[key])}`)
    .join('&')
  return createHmac('sha256', checksumKey).update(text).digest('hex')
}

export const isSignedByPayos = (
  data: Record<string, unknown>,
  signature: unknown,
  checksumKey: string,
): boolean =>
  constantTimeEqual(
    typeof signature === 'string' ? signature.toLowerCase() : null,
    payosSignature(checksumKey, data),
  )

function written(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return JSON.stringify(value.map(withSortedKeys))
  return typeof value === 'object' ? JSON.stringify(withSortedKeys(value)) : String(value)
}

function withSortedKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
