import { useRef } from 'react'

/** Too little to tell from. */
const MIN_DONE = 100

/** Seconds until all is done, by how fast it went while this screen was open; null while that is unknown. */
export function useRemaining(done: number, total: number, isMoving: boolean): number | null {
  const first = useRef<{ done: number; at: number } | null>(null)
  if (!isMoving) {
    first.current = null
    return null
  }
  const now = performance.now()
  first.current ??= { done, at: now }
  const since = done - first.current.done
  if (since < MIN_DONE) return null
  return Math.ceil(((total - done) * (now - first.current.at)) / since / 1000)
}
