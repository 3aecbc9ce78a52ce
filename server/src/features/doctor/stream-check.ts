import type { Config } from '../../platform/config/config'
import type { Finding } from '../../platform/finding'

export type StreamFault =
  | 'stream-away'
  | 'stream-missing'
  | 'stream-unsafe'
  | 'stream-replicas'
  | 'stream-replica-lost'
  | 'stream-payload'
  | 'stream-not-imported'
  | 'stream-unreadable'

/** Workers take less than a second. */
const NOT_IMPORTED_AFTER_MS = 60_000
/** The largest segment of a journal, with its headers. */
const NEEDED_PAYLOAD = 1024 * 1024

/** What is wrong with the stream of SCAN_STREAM_URL; nothing without one. */
export async function findStreamFaults(
  { stream: config }: Pick<Config, 'stream'>,
  now: Date,
): Promise<Finding<StreamFault>[]> {
  if (config === null) return []
  const { inspectStream } = await import('../../platform/stream/inspect')
  const subject = config.name
  const inspected = await inspectStream(config).catch((error: Error) => error)
  if (inspected instanceof Error)
    return [{ fault: 'stream-away', subject: config.servers.join(','), detail: inspected.message }]
  const { stream, maxPayload, unreadable } = inspected
  const found: [isFound: boolean, fault: StreamFault, detail: string][] = [
    [maxPayload < NEEDED_PAYLOAD, 'stream-payload', `max_payload is ${maxPayload} bytes`],
    [stream === null, 'stream-missing', 'the server has no stream of this name'],
    [unreadable > 0, 'stream-unreadable', `${unreadable} messages in ${subject}-unreadable`],
  ]
  if (stream) {
    const { unsafe, replicas, wantedReplicas, lostReplicas, hasLeader, messages, oldestAt } = stream
    const lost = hasLeader ? `${lostReplicas.join(', ')} out of reach` : 'no server leads it'
    const isLate = messages > 0 && now.getTime() - oldestAt > NOT_IMPORTED_AFTER_MS
    found.push(
      [unsafe.length > 0, 'stream-unsafe', unsafe.join(', ')],
      [replicas < wantedReplicas, 'stream-replicas', `${replicas} of ${wantedReplicas}`],
      [!hasLeader || lostReplicas.length > 0, 'stream-replica-lost', lost],
      [isLate, 'stream-not-imported', `${messages} messages since ${new Date(oldestAt).toISOString()}`],
    )
  }
  return found.filter(([isFound]) => isFound).map(([, fault, detail]) => ({ fault, subject, detail }))
}
