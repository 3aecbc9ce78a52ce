import { SINGLE_SIGN_ON_FAILURES, type SingleSignOnFailure } from '@scanleaf/shared'
import { type StartedSingleSignOn, takeStarted } from '../providers/tab'

/** With what the browser came back from a provider. */
export interface Arrival {
  provider: string
  code: string
  /** Null with a code. */
  failure: SingleSignOnFailure | null
  /** Null when this tab did not go there. */
  started: StartedSingleSignOn | null
}

// One arrival a page load, however often the screen is mounted.
let arrival: Arrival | null = null

/** Reads the address of /auth, and takes the code out of it at once. */
export function takeArrival(): Arrival {
  if (arrival) return arrival
  const url = new URL(window.location.href)
  const read = (name: string) => url.searchParams.get(name) ?? ''
  const provider = read('oidc')
  const said = SINGLE_SIGN_ON_FAILURES.find((failure) => failure === read('failure')) ?? null
  const code = read('code')
  arrival = {
    provider,
    code,
    failure: code === '' ? (said ?? 'refused') : null,
    started: takeStarted(provider),
  }
  for (const name of ['oidc', 'code', 'failure']) url.searchParams.delete(name)
  window.history.replaceState(window.history.state, '', url)
  return arrival
}
