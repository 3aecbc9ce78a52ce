import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

/** Solves a challenge as a client does: what goes into `x-proof`. */
export async function solveProof(challenge: string): Promise<string> {
  const solution = await solveChallenge({
    challenge: JSON.parse(Buffer.from(challenge, 'base64url').toString('utf8')),
    deriveKey,
  })
  if (!solution) throw new Error('the challenge was not solved')
  return `${challenge}.${solution.counter}.${solution.derivedKey}`
}
