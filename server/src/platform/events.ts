import { channel } from 'node:diagnostics_channel'

/** What parts of the program tell of themselves, for whoever counts it; none of it holds what a person wrote. */
interface Happenings {
  /** `route` as it was registered, with its parameters unfilled. */
  http: { method: string; route: string; status: number; seconds: number }
  job: { name: string; outcome: 'done' | 'failed'; seconds: number }
  'payment-notice': { provider: string; outcome: string }
}

/** Costs next to nothing while nobody listens. */
export function tell<Name extends keyof Happenings>(name: Name, happening: Happenings[Name]): void {
  channel(`scanleaf:${name}`).publish(happening)
}

/** Answers the end of listening. */
export function hear<Name extends keyof Happenings>(
  name: Name,
  onHappening: (happening: Happenings[Name]) => void,
): () => void {
  const told = channel(`scanleaf:${name}`)
  const listener = (happening: unknown) => onHappening(happening as Happenings[Name])
  told.subscribe(listener)
  return () => told.unsubscribe(listener)
}
