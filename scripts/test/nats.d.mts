export const NO_NATS_REASON: string | null

export interface OwnNats {
  url: string
  port: number
  pid(): number
  /** Resolves when somebody has killed it. */
  ended(): Promise<void>
  /** By SIGKILL. */
  kill(): Promise<void>
  /** By SIGTERM, as a supervisor does. */
  end(): Promise<void>
  /** Again, on the same port and streams. */
  start(): Promise<void>
  /** Kills it and removes its folder. */
  stop(): Promise<void>
}

export interface ClusterServer extends OwnNats {
  name: string
  /** Resolves when it has caught up with the streams that it holds. */
  healthy(): Promise<void>
  /** While it is down. */
  loseDisk(): void
}

export interface OwnCluster {
  servers: ClusterServer[]
  /** Names all servers. */
  url: string
  stop(): Promise<void>
}

export function startNats(options?: { config?: string; store?: string; folder?: string }): Promise<OwnNats>
export function startNatsCluster(route?: { port: number; through: number }): Promise<OwnCluster>
