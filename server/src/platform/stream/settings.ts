import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  ReplayPolicy,
  RetentionPolicy,
  StorageType,
  type StreamInfo,
  type StreamConfig as StreamOptions,
} from '@nats-io/jetstream'
import { millis, nanos } from '@nats-io/transport-node'

/** All workers pull through this one, so that each message goes to one of them. */
export const CONSUMER = 'import'
/** Repeats within this time are dropped by the server already; later ones by their batch id in the database. */
const DUPLICATE_WINDOW_MS = 10 * 60_000
/** Then a message that was neither acknowledged nor reported as being worked on goes to another worker. */
const ACK_WAIT_MS = 10_000
/** One server may be lost, and a majority is left. */
const REPLICAS_IN_A_CLUSTER = 3
/** Servers send each other a sign of life each second; after this time they too regard one as away. */
const SILENT_AFTER_MS = 10_000
const UNREADABLE_KEPT_MS = 30 * 24 * 60 * 60_000
const UNREADABLE_KEPT = 1_000
/** Of the server (JSStreamNameExistErr): somebody else created it, with settings of their own. */
const NAME_IN_USE = 10_058

/** Messages that no worker can read, for inspection. */
export const unreadableOf = (name: string): string => `${name}-unreadable`

/** How many replicas a stream should have. @param replicas as configured; null without */
export const wantedReplicas = (replicas: number | null, isClustered: boolean): number =>
  replicas ?? (isClustered ? REPLICAS_IN_A_CLUSTER : 1)

/** The servers whose replica is out of reach of its leader; all of them without a leader. */
export function lostReplicas(info: StreamInfo): string[] {
  const others = info.cluster?.replicas ?? []
  const lost = hasLeader(info)
    ? others.filter(({ offline, active }) => offline || millis(active) > SILENT_AFTER_MS)
    : others
  return lost.map(({ name }) => name)
}

/** True for a server that stands alone, too. */
export const hasLeader = ({ cluster }: StreamInfo): boolean =>
  cluster === undefined || Boolean(cluster.leader)

/**
 * Creates what is missing of the stream of scans, the one of unreadable messages, and the consumer. What is there is
 * left as it is: an operator may have made it.
 * @returns true when the stream of scans was missing
 */
export async function ensureStreams(
  manager: JetStreamManager,
  { name, replicas }: { name: string; replicas: number },
): Promise<boolean> {
  const isNew = await ensureStream(manager, {
    name,
    subjects: [name],
    retention: RetentionPolicy.Workqueue,
    // When full it refuses what comes, and the journal keeps it; the other policy drops the oldest scans.
    discard: DiscardPolicy.New,
    storage: StorageType.File,
    num_replicas: replicas,
    duplicate_window: nanos(DUPLICATE_WINDOW_MS),
  })
  await ensureStream(manager, {
    name: unreadableOf(name),
    subjects: [unreadableOf(name)],
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    storage: StorageType.File,
    num_replicas: replicas,
    max_age: nanos(UNREADABLE_KEPT_MS),
    max_msgs: UNREADABLE_KEPT,
  })
  await ensureConsumer(manager, name)
  return isNew
}

async function ensureStream(
  manager: JetStreamManager,
  options: Partial<StreamOptions> & { name: string },
): Promise<boolean> {
  if ((await infoOf(manager, options.name)) !== null) return false
  try {
    await manager.streams.add(options)
    return true
  } catch (error) {
    if (codeOf(error) === NAME_IN_USE) return false
    throw error
  }
}

async function ensureConsumer(manager: JetStreamManager, name: string): Promise<void> {
  try {
    await manager.consumers.info(name, CONSUMER)
  } catch (error) {
    if (codeOf(error) !== JetStreamApiCodes.ConsumerNotFound) throw error
    await manager.consumers.add(name, {
      durable_name: CONSUMER,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      replay_policy: ReplayPolicy.Instant,
      ack_wait: nanos(ACK_WAIT_MS),
      // Scans are tried until they are stored; what cannot be read is taken out otherwise.
      max_deliver: -1,
    })
  }
}

/** Null without a stream of that name. */
export async function infoOf(manager: JetStreamManager, name: string): Promise<StreamInfo | null> {
  try {
    return await manager.streams.info(name)
  } catch (error) {
    if (codeOf(error) === JetStreamApiCodes.StreamNotFound) return null
    throw error
  }
}

const codeOf = (error: unknown): number | null => (error instanceof JetStreamApiError ? error.code : null)

/** What of its settings can lose scans that were acknowledged; empty when they are safe. */
export function unsafeSettings(options: StreamOptions, name: string): string[] {
  const faults: string[] = []
  if (!options.subjects.includes(name)) faults.push(`subjects do not include ${name}`)
  if (options.retention !== RetentionPolicy.Workqueue) faults.push(`retention is ${options.retention}`)
  if (options.discard !== DiscardPolicy.New) faults.push(`discard is ${options.discard}`)
  if (options.storage !== StorageType.File) faults.push(`storage is ${options.storage}`)
  // Servers before 2.10.6 make room by dropping the oldest for a message whose headers exceed a limit of the stream, even
  // with `discard` new. The limit of the server, max_file_store, only refuses.
  for (const limit of ['max_age', 'max_bytes', 'max_msgs'] as const)
    if (options[limit] > 0) faults.push(`${limit} is set`)
  if (options.no_ack) faults.push('no_ack is set')
  return faults
}
