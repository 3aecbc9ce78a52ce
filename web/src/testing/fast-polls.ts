/** For the test file that imports it: what a screen polls every three seconds comes fifty times as fast. */
import { timeoutManager } from '@tanstack/react-query'

/** What a screen asks for less often stays as rare as it is. */
const A_POLL_MS = 3000
const FACTOR = 50

timeoutManager.setTimeoutProvider({
  setTimeout: (callback, delayMs) => setTimeout(callback, delayMs),
  clearTimeout: (id) => clearTimeout(id),
  setInterval: (callback, delayMs) => setInterval(callback, delayMs > A_POLL_MS ? delayMs : delayMs / FACTOR),
  clearInterval: (id) => clearInterval(id),
})
