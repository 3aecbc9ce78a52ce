import { useEffect, useState } from 'react'

/** How long a MoMo code holds (billing-spec §9). */
export const MOMO_MS = 600_000

/**
 * Milliseconds until a time, by the second; 0 once it is over. It follows the clock, so a reload or a sleeping tab
 * changes nothing.
 */
export function useCountdown(expiresAt: string): number {
  const [now, setNow] = useState(Date.now)
  const rest = Math.max(0, Math.min(MOMO_MS, Date.parse(expiresAt) - now))
  const isOver = rest === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return rest
}

/** @example clockOf(61_000) // '01:01' */
export function clockOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}
