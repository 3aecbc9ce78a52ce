import { setTimeout as pause } from 'node:timers/promises'

/** The queue of one job, as the worker sees it. */
export interface JobQueue {
  /** The id of the job that is due, which no other worker has now; null when none is. */
  fetch(): Promise<string | null>
  /** Asks for the next run; does nothing where one waits already. */
  scheduleNext(): Promise<void>
  complete(id: string): Promise<void>
}

/** A job is done up to this much later than it could be; in between the database is left alone. */
const POLL_MS = 60_000

/**
 * Does what a queue asks for, until it is closed. Ours, because pg-boss's own worker leaves the promise of a job's end
 * to nobody: a database that goes away at that moment would end the process.
 */
export function startWorker(
  queue: JobQueue,
  run: () => Promise<void>,
  onTrouble: (error: unknown) => void,
): { wake(): void; close(): Promise<void> } {
  let isClosing = false
  let isWanted = false
  let rest = new AbortController()

  async function runNext(): Promise<void> {
    const id = await queue.fetch()
    // Before the work, so that the death of this process costs one run; each time, so that no failure costs them all.
    await queue.scheduleNext()
    if (id === null) return
    await run()
    await queue.complete(id)
  }

  async function workOn(): Promise<void> {
    while (!isClosing) {
      isWanted = false
      await runNext().catch(onTrouble)
      rest = new AbortController()
      if (!isClosing && !isWanted) await pause(POLL_MS, undefined, { signal: rest.signal }).catch(() => {})
    }
  }

  const ended = workOn()
  const wake = () => {
    isWanted = true
    rest.abort()
  }
  return {
    wake,
    close() {
      isClosing = true
      rest.abort()
      return ended
    },
  }
}
