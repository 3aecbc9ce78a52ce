import type { FaultPlan } from './simulator'

const TRIES = 5
const PAUSE_MS = 100

/**
 * Sends until the response is the one that the provider waits for, with a limit.
 * @returns what was answered, null for no answer
 */
export async function sendUntil<T>(
  send: () => Promise<T>,
  isTaken: (answer: T) => boolean,
): Promise<(T | null)[]> {
  const answers: (T | null)[] = []
  while (answers.length < TRIES) {
    if (answers.length > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    const answer = await send().catch(() => null)
    answers.push(answer)
    if (answer !== null && isTaken(answer)) break
  }
  return answers
}

/**
 * Sends until it is acknowledged, as providers do, with a limit.
 * @returns the statuses that were answered, 0 for no answer
 */
export async function sendUntilAccepted(send: () => Promise<number>): Promise<number[]> {
  const statuses = await sendUntil(send, (status) => status >= 200 && status < 300)
  return statuses.map((status) => status ?? 0)
}

/** Runs as often as planned: in a row, or all at once. */
export async function repeatDelivery<T>(
  { times, atOnce }: Pick<FaultPlan['webhook'], 'times' | 'atOnce'>,
  run: () => Promise<T>,
): Promise<T[]> {
  if (atOnce) return Promise.all(Array.from({ length: times }, run))
  const results: T[] = []
  while (results.length < times) results.push(await run())
  return results
}
