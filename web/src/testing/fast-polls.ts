import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { Locator } from 'vitest/browser'

/** Longer than any screen waits between two polls, in ms. */
const PAST_ANY_POLL_MS = 10_000

/**
 * For the tests of a file: intervals pass only when a test waits for what the next poll brings, and then at once.
 * @returns waits until something is shown
 */
export function fastPolls(): (sight: Locator) => Promise<void> {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  return async (sight) => {
    await expect
      .poll(() => {
        vi.advanceTimersByTime(PAST_ANY_POLL_MS)
        return sight.query()
      })
      .not.toBeNull()
    await expect.element(sight).toBeVisible()
  }
}
