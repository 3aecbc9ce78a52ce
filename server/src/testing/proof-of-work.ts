import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { solveProof } from '../platform/proof-of-work/solve'

/** The challenge of an answer `ProofRequired`. */
export const challengeOf = (reply: LightMyRequestResponse): string =>
  reply.json().error.details.proof.challenge

/** A call as a browser makes it: what is refused for want of a proof of work is repeated with one. */
export async function injectByBrowser(
  inject: (options: InjectOptions) => Promise<LightMyRequestResponse>,
  options: InjectOptions,
): Promise<LightMyRequestResponse> {
  const asked = await inject(options)
  if (asked.statusCode !== 428) return asked
  return inject({
    ...options,
    headers: { ...options.headers, 'x-proof': await solveProof(challengeOf(asked)) },
  })
}
