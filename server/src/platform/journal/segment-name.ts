import { isProcessGone, MACHINE, PROCESS_KEY, randomKey } from '../process-name'

export { PROCESS_KEY }

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

export const newBatchId = randomKey

export const isBatchId = (id: string): boolean => /^[0-9a-f]{32}$/.test(id)

export const newSegmentName = (openedAt: number, processKey: string): string =>
  `${openedAt}-${MACHINE}-${process.pid}-${processKey}-${newBatchId()}.open`

export const closedName = (name: string): string => name.replace(/\.open$/, '.closed')

/** Null for files that are not segments. */
export function parseSegmentName(name: string): SegmentName | null {
  const parts = NAME.exec(name)
  if (!parts) return null
  const [, openedAt = '', host = '', pid = '', processKey = '', batchId = '', state] = parts
  return { openedAt: Number(openedAt), host, pid: Number(pid), processKey, batchId, isOpen: state === 'open' }
}

/** True when the writer of a segment has certainly ended. */
export const isWriterGone = ({ host, pid, processKey }: SegmentName, ownProcessKey: string): boolean =>
  isProcessGone({ machine: host, pid, processKey }, ownProcessKey)
