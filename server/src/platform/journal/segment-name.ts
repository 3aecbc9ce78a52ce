import { createHash, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

/**
 * Name of a segment: when it was opened (ms), the host, process id and process key of its writer, and the id under
 * which its records count once. `.open` while its writer may append, `.closed` after.
 */
export interface SegmentName {
  openedAt: number
  host: string
  pid: number
  processKey: string
  batchId: string
  isOpen: boolean
}

const NAME = /^(\d{13,15})-([0-9a-f]{8})-(\d+)-([0-9a-f]{32})-([0-9a-f]{32})\.(open|closed)$/

/** Tells this machine, or container, from others that see the same folder. */
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)

const randomKey = (): string => randomUUID().replaceAll('-', '')

/** Tells this process from earlier ones with the same process id; its threads are given the same one. */
export const PROCESS_KEY = randomKey()

export const newBatchId = randomKey

export const newSegmentName = (openedAt: number, processKey: string): string =>
  `${openedAt}-${HOST}-${process.pid}-${processKey}-${newBatchId()}.open`

export const closedName = (name: string): string => name.replace(/\.open$/, '.closed')

/** Null for files that are no segment. */
export function parseSegmentName(name: string): SegmentName | null {
  const parts = NAME.exec(name)
  if (!parts) return null
  const [, openedAt = '', host = '', pid = '', processKey = '', batchId = '', state] = parts
  return { openedAt: Number(openedAt), host, pid: Number(pid), processKey, batchId, isOpen: state === 'open' }
}

/**
 * True when the writer of a segment has certainly ended. A process id says so on its own host only, and the own id
 * of this process under another key belonged to one that is gone.
 */
export function isWriterGone(segment: SegmentName, ownProcessKey: string): boolean {
  if (segment.host !== HOST || segment.processKey === ownProcessKey) return false
  return segment.pid === process.pid || !isRunning(segment.pid)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
