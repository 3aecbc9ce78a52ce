import { channel } from 'node:diagnostics_channel'

/** What parts of the program tell of themselves, for whoever counts it; none of it holds what a person wrote. */
interface ServerEvents {
  /** `route` as it was registered, with its parameters unfilled. */
  http: { method: string; route: string; status: number; seconds: number }
  job: { name: string; outcome: 'done' | 'failed'; seconds: number }
  mail: { kind: string; outcome: 'sent' | 'deferred' | 'rejected' | 'refused' | 'dropped' }
  'payment-notice': { provider: string; outcome: string }
}

/** Costs next to nothing while nobody listens. */
export function emit<Name extends keyof ServerEvents>(name: Name, happening: ServerEvents[Name]): void {
  channel(`scanleaf:${name}`).publish(happening)
}

/** Answers the end of listening. */
export function on<Name extends keyof ServerEvents>(
  name: Name,
  onEvent: (happening: ServerEvents[Name]) => void,
): () => void {
  const told = channel(`scanleaf:${name}`)
  const listener = (happening: unknown) => onEvent(happening as ServerEvents[Name])
  told.subscribe(listener)
  return () => told.unsubscribe(listener)
}
