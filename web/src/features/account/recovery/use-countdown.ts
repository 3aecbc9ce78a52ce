import { useEffect, useState } from 'react'

/** The remaining seconds, and a function that restarts them. */
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
