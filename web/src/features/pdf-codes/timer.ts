/** Runs something after some milliseconds; what it gives back takes that off again. */
export type StartTimer = (ms: number, run: () => void) => () => void

/** The browser's clock. Tests bring one of their own. */
export const startTimer: StartTimer = (ms, run) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
