import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'

/** Solves a challenge as a client does: what goes into `x-proof`. */
export async function proofFor(challenge: string): Promise<string> {
  const solution = await solveChallenge({
    challenge: JSON.parse(Buffer.from(challenge, 'base64url').toString('utf8')),
    deriveKey,
  })
  if (!solution) throw new Error('the challenge was not solved')
  return `${challenge}.${solution.counter}.${solution.derivedKey}`
}

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
    headers: { ...options.headers, 'x-proof': await proofFor(challengeOf(asked)) },
  })
}
