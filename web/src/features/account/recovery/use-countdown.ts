import { useEffect, useState } from 'react'

/** Seconds that are left, and a way to begin anew. */
export function useCountdown(from: number): { seconds: number; restart: () => void } {
  const [seconds, setSeconds] = useState(from)
  const isRunning = seconds > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setSeconds((left) => left - 1), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  return { seconds, restart: () => setSeconds(from) }
}
