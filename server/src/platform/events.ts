import { channel } from 'node:diagnostics_channel'

/** Events of this process, for metrics and other listeners; none contains user input. */
interface ServerEvents {
  /** `route` as it was registered, with its parameters unfilled. */
  http: { method: string; route: string; status: number; seconds: number }
  job: { name: string; outcome: 'done' | 'failed'; seconds: number }
  /** A server that takes writes was refused, because a primary on a later timeline was seen. */
  'replaced-primary': { system: string; timeline: number; seen: number }
  /** PostgreSQL's notifications stopped to arrive, or arrive again. */
  notifications: { state: 'lost' | 'back' }
  /** A private address that is not in TRUSTED_PROXIES forwarded a request for somebody. */
  'unlisted-proxy': object
  /** Fields of `Config` changed that are live. */
  'site-settings': object
  mail: { kind: string; outcome: 'sent' | 'deferred' | 'rejected' | 'refused' | 'dropped' }
  /** Work whose turn came after others; see `FairQueue`. */
  turn: { queue: string; seconds: number }
  'turn-refused': { queue: string; reason: 'share' | 'full' | 'late' }
  'payment-webhook': { provider: string; outcome: string }
}

/** Costs next to nothing while nobody listens. */
export function emit<Name extends keyof ServerEvents>(name: Name, event: ServerEvents[Name]): void {
  channel(`scanleaf:${name}`).publish(event)
}

/** Answers the end of listening. */
export function on<Name extends keyof ServerEvents>(
  name: Name,
  onEvent: (event: ServerEvents[Name]) => void,
): () => void {
  const told = channel(`scanleaf:${name}`)
  const listener = (event: unknown) => onEvent(event as ServerEvents[Name])
  told.subscribe(listener)
  return () => told.unsubscribe(listener)
}
