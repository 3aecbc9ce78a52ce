import { createHash, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

/** Distinguishes this machine, or container, from others that see the same folder. */
export const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)

export const randomKey = (): string => randomUUID().replaceAll('-', '')

/** Distinguishes this process from earlier ones with the same process id. */
export const PROCESS_KEY = randomKey()

/** Keys of other processes of this program, by their process ids, as they were last known. */
const siblings = new Map<number, string>()

/** Containers number their processes alike: what has this id under another key is of an earlier container. */
export function recordSibling(pid: number, processKey: string): void {
  siblings.set(pid, processKey)
}

/** A process that left something in a folder which others see. */
export interface ProcessName {
  machine: string
  pid: number
  processKey: string
}

/**
 * True when a process has certainly ended. A process id says so on its own machine only, and the own id of this
 * process, or of a sibling, under another key belonged to one that is gone.
 */
export function isProcessGone({ machine, pid, processKey }: ProcessName, ownProcessKey: string): boolean {
  if (machine !== MACHINE || processKey === ownProcessKey) return false
  const sibling = siblings.get(pid) ?? processKey
  return pid === process.pid || sibling !== processKey || !isRunning(pid)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
