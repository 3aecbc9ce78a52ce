import { timeoutMs } from '../../../scripts/test/timeouts.mjs'

/**
 * For a poll of the effect of a database notification: before the ten seconds are over after which an unknown
 * code is looked up again anyway.
 */
export const SOON = { timeout: timeoutMs(5), interval: 5 }
