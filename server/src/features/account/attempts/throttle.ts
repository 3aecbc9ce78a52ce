import { identityKey } from '@scanleaf/shared'
import { callerOf } from '../../../platform/http/client-address'
import type { BackoffDelay, RateLimits, Window } from '../../../platform/http/rate-limit'
import { refuseEarly } from '../limit-by-address'
import type { Caller } from './caller'

/** Five failures are free, then each further try waits longer, from a second to a quarter of an hour. */
export const AFTER_FAILURES: BackoffDelay = {
  free: 5,
  firstMs: 1000,
  maxDelayMs: 15 * 60_000,
  forgottenAfterMs: 24 * 60 * 60_000,
}

/** Failures of one login on unknown devices, from whomever they come, before such devices prove some work. */
const WITHOUT_WORK: Window = { limit: 5, windowMs: 24 * 60 * 60_000 }

interface Throttling {
  rateLimits: RateLimits
  asksProof: boolean
}

interface Try {
  /** As it was typed: one count for name and address would tell that they belong together. */
  login: string
  caller: Pick<Caller, 'address'>
  /** Of `deviceOf`, if its user signed in there before; else null. */
  knownDevice: string | null
}

/** One count for a login and a caller, so that nobody's failures make another wait. */
const ownTries = ({ login, caller }: Omit<Try, 'knownDevice'>) =>
  ['sign-in-caller', `${identityKey(login)}\n${callerOf(caller.address)}`] as const

/** Where no work can be asked for, unknown devices wait together, or guesses from many addresses would cost nothing. */
const sharedTries = (login: string) => ['sign-in', identityKey(login)] as const

/**
 * Counts a try as a failure before its outcome is known, so that tries at once cannot slip past; `forgive` takes it back.
 * The failures of strangers make a device that signed in before neither wait nor work, and on https nobody else wait.
 * @param requireWork throws unless the call brings a proof of work
 * @throws AppError TooManyRequests, ProofRequired
 */
export async function throttle(
  { rateLimits, asksProof }: Throttling,
  { login, caller, knownDevice }: Try,
  requireWork: () => Promise<void>,
): Promise<{ forgive(): Promise<void> }> {
  const isShared = knownDevice === null && asksProof
  const failures = ['sign-in-failures', identityKey(login)] as const
  const isFree = isShared && (await rateLimits.use(...failures, WITHOUT_WORK)) === 0
  if (isShared && !isFree) await requireWork()
  const tries = triesOf(asksProof, { login, caller, knownDevice })
  refuseEarly(await rateLimits.attempt(...tries, AFTER_FAILURES))
  return {
    async forgive() {
      await rateLimits.clear(...tries)
      if (isFree) await rateLimits.undo(...failures)
    },
  }
}

function triesOf(asksProof: boolean, { knownDevice, ...of }: Try): readonly [scope: string, value: string] {
  if (knownDevice !== null) return ['sign-in-device', `${knownDevice}\n${identityKey(of.login)}`]
  return asksProof ? ownTries(of) : sharedTries(of.login)
}

/** Whoever set a new password signs in with it at once, whatever failed before. */
export async function forgetTries(rateLimits: RateLimits, logins: readonly string[], caller: Try['caller']) {
  for (const login of logins) {
    await rateLimits.clear(...sharedTries(login))
    await rateLimits.clear(...ownTries({ login, caller }))
  }
}
