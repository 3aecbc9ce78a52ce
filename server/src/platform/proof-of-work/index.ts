import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../app-error'
import type { Database, Db } from '../db/database'
import type { RepeatedJob } from '../jobs'
import { asksProof, isSolved, newChallenge, type ProofPurpose, readProof } from './challenge'
import { deleteExpiredProofs, findKeyOf, readToday, useSignature } from './repository'

export { findDayKey, useSignature } from './repository'

const VALID_SECONDS = 600

/** For the document of the calls. */
export const PROOF_ASKED =
  'On https a proof of work is asked for: the answer `ProofRequired` brings a challenge in `error.details.proof.challenge`, base64url of an ALTCHA challenge of version 2. The call is repeated with the challenge, the counter that solves it and the derived key in hexadecimal, parted by dots, in the header `x-proof`.'

interface ProofOptions {
  database: Database
  /** Iterations of a step; only tests, which solve many, take less than is safe. */
  cost?: number | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Null where no proof can be asked for. */
    proofs: ProofOptions | null
  }
}

export function registerProof(app: FastifyInstance, appUrl: string, options: ProofOptions): void {
  app.decorate('proofs', asksProof(appUrl) ? options : null)
}

/**
 * A proof of work of the caller in `x-proof`, which is used up by this; on plain http none is required.
 * @throws AppError ProofRequired with a challenge, for a proof that is missing, wrong, expired or used
 */
export async function requireProof(request: FastifyRequest, purpose: ProofPurpose): Promise<void> {
  const { proofs } = request.server
  if (proofs === null) return
  const {
    database: { db },
    cost,
  } = proofs
  if (await useProof(db, purpose, request.headers['x-proof'])) return
  const { now, ...signing } = await readToday(db)
  const challenge = await newChallenge(purpose, { ...signing, expiresAt: now + VALID_SECONDS, cost })
  throw new AppError('ProofRequired', undefined, undefined, { details: { proof: { challenge } } })
}

/** Whether a proof is right and is used for the first time. @param proof as it was sent */
export async function useProof(db: Db, purpose: ProofPurpose, proof: unknown): Promise<boolean> {
  const read = typeof proof === 'string' ? readProof(proof) : null
  if (read?.challenge.parameters.data.purpose !== purpose) return false
  const { day, expiresAt } = read.challenge.parameters.data
  const key = await findKeyOf(db, day)
  if (key === null || !(await isSolved(read, key))) return false
  return useSignature(db, read.challenge.signature, expiresAt)
}

export const proofJobs = (database: Database): RepeatedJob[] => [
  { name: 'proof-cleanup', everySeconds: 3600, run: () => deleteExpiredProofs(database.db) },
]
