import { SINGLE_SIGN_ON_FAILURES, type SingleSignOnFailure } from '@scanleaf/shared'
import { takeHandOver } from '../../../lib/session/hand-over'
import { type PendingSingleSignOn, takeStarted } from '../providers/tab'

/** With what the browser came back from a provider. */
export interface Arrival {
  provider: string
  code: string
  /** Null with a code. */
  failure: SingleSignOnFailure | null
  /** Null when this tab did not go there. */
  started: PendingSingleSignOn | null
}

// One arrival a page load, however often the screen is mounted.
let arrival: Arrival | null = null

/** Reads the address of /auth. Its code is with the hand-over: that takes it out before any request is made. */
export function takeArrival(): Arrival {
  if (arrival) return arrival
  const url = new URL(window.location.href)
  const read = (name: string) => url.searchParams.get(name) ?? ''
  const provider = read('oidc')
  const said = SINGLE_SIGN_ON_FAILURES.find((failure) => failure === read('failure')) ?? null
  const code = takeHandOver()?.code ?? ''
  arrival = {
    provider,
    code,
    failure: code === '' ? (said ?? 'refused') : null,
    started: takeStarted(provider),
  }
  for (const name of ['oidc', 'failure']) url.searchParams.delete(name)
  window.history.replaceState(window.history.state, '', url)
  return arrival
}
