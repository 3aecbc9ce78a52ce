export const NO_NATS_REASON: string | null

export interface OwnNats {
  url: string
  port: number
  pid(): number
  ended(): Promise<void>
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

export function startNats(options?: { config?: string; store?: string; folder?: string }): Promise<OwnNats>
