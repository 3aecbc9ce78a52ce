import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { PASSWORD_MAX_BYTES } from '@scanleaf/shared'
import { FairQueue } from '../../../platform/fair-queue/fair-queue'
import { opaquePassword } from '../../../platform/opaque-password'
import { newToken } from '../tokens'

/** Cost of a guess: memory in KiB, and passes over it. */
export interface PasswordCost {
  memoryCost: number
  timeCost: number
}

/** Argon2id (the library's default kind) with the OWASP parameters: 19 MiB, 2 passes, 1 lane. */
const OWASP_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 }
/** Of one network, and of all. */
const MAX_WAITING_OF_LANE = 20
const MAX_WAITING = 50
const MAX_WAIT_MS = 10_000

/** Hashing is the most expensive work that a stranger can cause, so few run in parallel and few are queued. */
export interface PasswordHasher {
  /** @throws AppError TooManyAtOnce, ServiceUnavailable when too many wait already */
  hash(password: string): Promise<string>
  /**
   * False after the same work for a wrong password, an unknown user (`passwordHash` null) and a password longer
   * than any that could have been set.
   * @throws AppError TooManyAtOnce, ServiceUnavailable when too many wait already
   */
  verify(passwordHash: string | null, password: string): Promise<boolean>
}

export function createPasswordHasher(cost: PasswordCost = OWASP_COST): PasswordHasher {
  const options = { ...cost, parallelism: 1 }
  const running = availableParallelism()
  const queue = new FairQueue({
    name: 'passwords',
    running,
    runningOfLane: Math.max(1, running - 1),
    waiting: MAX_WAITING,
    waitingOfLane: MAX_WAITING_OF_LANE,
    waitMs: MAX_WAIT_MS,
  })
  const dummyHash = hash(newToken(), options)
  dummyHash.catch(() => {})

  return {
    hash: (password) => queue.run(() => hash(opaquePassword(password), options)),
    verify: (passwordHash, password) =>
      queue.run(async () => {
        const bytes = Buffer.from(password, 'utf8')
        if (passwordHash === null || bytes.length > PASSWORD_MAX_BYTES) {
          await verify(await dummyHash, bytes.subarray(0, PASSWORD_MAX_BYTES))
          return false
        }
        return verify(passwordHash, opaquePassword(password))
      }),
  }
}
