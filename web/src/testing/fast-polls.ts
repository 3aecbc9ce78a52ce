import { timeoutManager } from '@tanstack/react-query'

/** What a screen asks for every few seconds; what it asks for less often stays as rare as it is. */
const A_POLL_MS = 3000
const FACTOR = 50

/** For a whole test file: what is polled every three seconds comes fifty times as fast, so that no test waits for it. */
export function pollFast(): void {
  timeoutManager.setTimeoutProvider({
    setTimeout: (callback, delayMs) => setTimeout(callback, delayMs),
    clearTimeout: (id) => clearTimeout(id),
    setInterval: (callback, delayMs) =>
      setInterval(callback, delayMs > A_POLL_MS ? delayMs : delayMs / FACTOR),
    clearInterval: (id) => clearInterval(id),
  })
}
