import { createHmac } from 'node:crypto'
import { jsonOrNull } from '@scanleaf/shared/json'
import { type CreateChallengeOptions, createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import * as z from 'zod'

/** What a proof is good for; one of another purpose is none. */
export type ProofPurpose = 'register' | 'recovery' | 'sign-in' | 'report'

/** Browsers derive keys on https only (W3C Web Cryptography API, SecureContext), so no other address asks for them. */
export const asksProof = (address: string): boolean => address.startsWith('https:')

/** Iterations of PBKDF2 with SHA-256 in one step: about 0.6 ms in a browser (docs/decisions/proof-of-work.md has the measures). */
const STEP_COST = 5_000
/** Steps on average, and at most twice as many: about a fifth of a second, and one and a half for a sign-in. */
const STEPS = { register: 300, recovery: 300, 'sign-in': 2_400 } as const
/** One key in 256 begins so: about as many steps as above, and its maker derives no key. */
const REPORT_PREFIX = '00'

/** By what a challenge is signed, until when it holds, and what a step of it costs. */
export interface ChallengeTerms {
  /** UTC day of the key, as `2026-11-26`. */
  day: string
  key: string
  /** Seconds since 1970. */
  expiresAt: number
  /** STEP_COST, or less where a test solves many. */
  cost?: number | undefined
}

/**
 * A challenge as one text: base64url of the JSON of ALTCHA, version 2. Whoever can open the pages of reports by the
 * thousand must not make us derive a key for each, so theirs asks for any key with a prefix; all others ask for the one
 * key that we have derived, which bounds how long an unlucky person waits.
 */
export async function newChallenge(
  purpose: ProofPurpose,
  { day, key, expiresAt, cost = STEP_COST }: ChallengeTerms,
): Promise<string> {
  const search: Partial<CreateChallengeOptions> =
    purpose === 'report' ? { keyPrefix: REPORT_PREFIX } : { counter: randomInt(2 * STEPS[purpose]) }
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    data: { purpose, day, expiresAt: Math.floor(expiresAt) },
    deriveKey,
    ...secretsOf(key),
    ...search,
  })
  return Buffer.from(JSON.stringify(challenge)).toString('base64url')
}

const ReadChallenge = z.object({
  parameters: z.looseObject({
    data: z.object({ purpose: z.string(), day: z.iso.date(), expiresAt: z.number().int().positive() }),
  }),
  signature: z.string(),
})

/** A proof as it was sent, not verified yet. */
export interface ReadProof {
  challenge: z.output<typeof ReadChallenge>
  counter: number
  derivedKey: string
}

/** A challenge, the counter that solves it and the key that comes of it, parted by dots. */
const PROOF = /^([\w-]{1,1500})\.(\d{1,10})\.([0-9a-f]{64})$/

/** Null for what no challenge of ours can have led to. */
export function readProof(text: string): ReadProof | null {
  const [, encoded = '', counter = '', derivedKey = ''] = PROOF.exec(text) ?? []
  const json = jsonOrNull(Buffer.from(encoded, 'base64url').toString('utf8'))
  const challenge = ReadChallenge.safeParse(json).data
  return challenge ? { challenge, counter: Number(counter), derivedKey } : null
}

/** Whether the key signed the challenge and the solution solves it. */
export async function isSolved({ challenge, counter, derivedKey }: ReadProof, key: string): Promise<boolean> {
  const { verified } = await verifySolution({
    // What the schema did not look at is as it was signed, or the signature does not fit.
    challenge: challenge as unknown as Challenge,
    solution: { counter, derivedKey },
    deriveKey,
    ...secretsOf(key),
  })
  return verified
}

/** The key of a day signs other things, too: each of its uses has a key of its own. */
function secretsOf(key: string) {
  const of = (use: string) => createHmac('sha256', key).update(use).digest('base64url')
  return { hmacSignatureSecret: of('proof challenge'), hmacKeySignatureSecret: of('proof solution') }
}
