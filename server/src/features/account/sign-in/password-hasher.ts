import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { normalForm } from '@scanleaf/qr'
import { PASSWORD_MAX_BYTES } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import { newToken } from '../tokens'

/** Cost of a guess: memory in KiB, and passes over it. */
export interface PasswordCost {
  memoryCost: number
  timeCost: number
}

/** Argon2id (the library's default kind) with the OWASP parameters: 19 MiB, 2 passes, 1 lane. */
const OWASP_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 }
const MAX_WAITING = 50
const RETRY_AFTER_SECONDS = 2

/**
 * A password as it is hashed (RFC 8265 §4.2, OpaqueString): Vietnamese keyboards write the same letter composed or
 * decomposed, and both must sign in.
 */
const opaquePassword = (password: string): string => normalForm(password.replace(/\p{Zs}/gu, ' '))

/** Hashing is the most expensive work that a stranger can cause, so few run in parallel and few are queued. */
export interface PasswordHasher {
  /** @throws AppError ServiceUnavailable when too many wait already */
  hash(password: string): Promise<string>
  /**
   * False after the same work for a wrong password, an unknown user (`passwordHash` null) and a password longer
   * than any that could have been set.
   * @throws AppError ServiceUnavailable when too many wait already
   */
  verify(passwordHash: string | null, password: string): Promise<boolean>
}

export function createPasswordHasher(cost: PasswordCost = OWASP_COST): PasswordHasher {
  const options = { ...cost, parallelism: 1 }
  const inTurn = limitParallel(availableParallelism(), MAX_WAITING)
  const dummyHash = hash(newToken(), options)
  dummyHash.catch(() => {})

  return {
    hash: (password) => inTurn(() => hash(opaquePassword(password), options)),
    verify: (passwordHash, password) =>
      inTurn(async () => {
        const bytes = Buffer.from(password, 'utf8')
        if (passwordHash === null || bytes.length > PASSWORD_MAX_BYTES) {
          await verify(await dummyHash, bytes.subarray(0, PASSWORD_MAX_BYTES))
          return false
        }
        return verify(passwordHash, opaquePassword(password))
      }),
  }
}

/** Runs at most `parallel` works at once and lets `maxWaiting` wait, in order; the next is refused. */
function limitParallel(parallel: number, maxWaiting: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= parallel) {
      if (waiting.length >= maxWaiting)
        throw new AppError('ServiceUnavailable', undefined, RETRY_AFTER_SECONDS)
      // A finished task passes its slot on, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
