import type { StreamConfig } from '../config/stream-config'
import { openStreamConnection } from './connect'
import { hasLeader, infoOf, lostReplicas, unreadableOf, unsafeSettings, wantedReplicas } from './settings'

export interface StreamState {
  /** Bytes that the server takes as one message. */
  maxPayload: number
  /** Null while nobody has created it. */
  stream: {
    unsafe: string[]
    replicas: number
    wantedReplicas: number
    /** Names of the servers. */
    lostReplicas: string[]
    hasLeader: boolean
    messages: number
    oldestAt: number
  } | null
  /** Messages that no worker could read. */
  unreadable: number
}

/**
 * Looks at the stream of scans and changes nothing.
 * @throws when no server can be reached, or JetStream is off
 */
export async function inspectStream(config: StreamConfig): Promise<StreamState> {
  const { connection, manager, maxPayload, isClustered } = await openStreamConnection(config)
  try {
    const info = await infoOf(manager, config.name)
    const unreadable = await infoOf(manager, unreadableOf(config.name))
    return {
      maxPayload,
      stream: info && {
        unsafe: unsafeSettings(info.config, config.name),
        replicas: info.config.num_replicas,
        wantedReplicas: wantedReplicas(config.replicas, isClustered),
        lostReplicas: lostReplicas(info),
        hasLeader: hasLeader(info),
        messages: info.state.messages,
        oldestAt: Date.parse(info.state.first_ts),
      },
      unreadable: unreadable?.state.messages ?? 0,
    }
  } finally {
    await connection.close()
  }
}
