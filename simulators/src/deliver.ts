import type { Plan } from './simulator'

const TRIES = 5
const PAUSE_MS = 100

/**
 * Sends until it is acknowledged, as providers do, but not for ever.
 * @returns the statuses that were answered, 0 for no answer
 */
export async function sendUntilTaken(send: () => Promise<number>): Promise<number[]> {
  const statuses: number[] = []
  while (statuses.length < TRIES) {
    if (statuses.length > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    const status = await send().catch(() => 0)
    statuses.push(status)
    if (status >= 200 && status < 300) break
  }
  return statuses
}

/** Runs as often as planned: in a row, or all at once. */
export async function asOften<T>(
  { times, atOnce }: Pick<Plan['notice'], 'times' | 'atOnce'>,
  run: () => Promise<T>,
): Promise<T[]> {
  if (atOnce) return Promise.all(Array.from({ length: times }, run))
  const results: T[] = []
  while (results.length < times) results.push(await run())
  return results
}
