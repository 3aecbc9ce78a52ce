import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** The worker: takes the text of a challenge, gives the proof, or null where it cannot be solved here. */
self.addEventListener('message', async ({ data }: MessageEvent<string>) => {
  self.postMessage(await proofOf(data).catch(() => null))
})

async function proofOf(challenge: string): Promise<string | null> {
  const json = atob(challenge.replaceAll('-', '+').replaceAll('_', '/'))
  const solution = await solveChallenge({ challenge: JSON.parse(json), deriveKey })
  return solution && `${challenge}.${solution.counter}.${solution.derivedKey}`
}
