const MAX_MS = 3000

/** Resolves when the browser has nothing more urgent to do, and after three seconds at the latest. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: MAX_MS })
    else setTimeout(resolve, 200)
  })
