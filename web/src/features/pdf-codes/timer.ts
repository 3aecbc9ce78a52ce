/** Runs something after some milliseconds; returns a function that cancels it. */
export type StartTimer = (ms: number, run: () => void) => () => void

/** The browser's clock. Tests bring one of their own. */
export const startTimer: StartTimer = (ms, run) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
