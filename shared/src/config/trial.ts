import { hostProblem } from '@scanleaf/qr'

/**
 * Why codes that hold an address are only good for a trial: no other device opens it, no device outside the network
 * does, or it is served without TLS.
 */
export const TRIAL_REASONS = ['this-machine', 'this-network', 'no-https'] as const
export type TrialReason = (typeof TRIAL_REASONS)[number]

/** RFC 1122 §3.2.1.3, RFC 4291 §2.5, RFC 6761 §6.3: of no use on another machine. */
const THIS_MACHINE = /(?:^|\.)localhost\.?$|^127(?:\.\d+){3}$|^0\.0\.0\.0$|^\[::1?\]$/

/**
 * Why codes with this address must not be printed for others, or null. What people outside reach is judged as targets
 * of codes are (`hostProblem`).
 * @param address absolute URL, as CODE_HOST
 */
export function trialReason(address: string): TrialReason | null {
  const { protocol, host, hostname } = new URL(address)
  if (THIS_MACHINE.test(hostname)) return 'this-machine'
  if (hostProblem(host) !== null) return 'this-network'
  return protocol === 'https:' ? null : 'no-https'
}

/** What the code host of an installation is, and why its codes are a trial; null when they are not. */
export interface CodeHost {
  codeHost: string
  trial: TrialReason | null
}

/**
 * Whether a code that holds this link is a trial. Static codes have none, and links on a verified domain of their owner
 * are served to everybody.
 */
export const isTrialLink = (link: string | null, { codeHost, trial }: CodeHost): boolean =>
  trial !== null && (link?.startsWith(`${codeHost}/`) ?? false)

/** Begins the name of a file with codes of a trial, where no list of files cuts it off. */
export const TRIAL_PREFIX = 'trial-'
