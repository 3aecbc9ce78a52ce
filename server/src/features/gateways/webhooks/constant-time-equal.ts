import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares in a time that does not reveal where two texts differ. */
export function constantTimeEqual(given: unknown, expected: string): boolean {
  if (typeof given !== 'string') return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
