import type { ErrorBody } from '@scanleaf/shared'

/**
 * Solves the challenge of a refusal off the main thread; null where that is not possible.
 * @param refusal with the code `ProofRequired`
 */
export async function solveProof(refusal: Response): Promise<string | null> {
  const body: Partial<ErrorBody> | null = await refusal
    .clone()
    .json()
    .catch(() => null)
  const challenge = body?.error?.details?.['proof']?.['challenge']
  return typeof challenge === 'string' ? solve(challenge) : null
}

function solve(challenge: string): Promise<string | null> {
  const worker = new Worker(new URL('./solver.ts', import.meta.url), { type: 'module' })
  return new Promise<string | null>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<string | null>) => resolve(data))
    worker.addEventListener('error', () => resolve(null))
    worker.postMessage(challenge)
  }).finally(() => worker.terminate())
}
