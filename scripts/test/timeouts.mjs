/** `TEST_TIMEOUT_FACTOR=4` before a test command gives a slow machine more time. */
const FACTOR = Number(process.env.TEST_TIMEOUT_FACTOR || 1)
/** Properties that run ten times as often may take ten times as long. */
const RUNS = Math.max(1, Number(process.env.FC_RUNS || 1))

/**
 * How long something may take before it counts as standing still.
 * @param {number} seconds on a machine that does other things too
 * @returns {number} ms
 */
export const timeoutMs = (seconds) => seconds * 1000 * FACTOR

/** Of a test of Vitest, and of what runs before and after it. */
export const VITEST_TIMEOUTS = { testTimeout: timeoutMs(60) * RUNS, hookTimeout: timeoutMs(60) }
