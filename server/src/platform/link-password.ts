import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { FairQueue } from './fair-queue/fair-queue'
import { opaquePassword } from './opaque-password'

/** Of scrypt (RFC 7914 §2): 16 MiB and about 40 ms for a guess. */
const COST = { N: 16_384, r: 8, p: 1 } satisfies ScryptOptions
const PREFIX = `scrypt$${COST.N}$${COST.r}$${COST.p}$`
const SALT_BYTES = 16
const HASH_BYTES = 32

/** Half the threads in which Node also writes files; what is more waits, and then is refused. */
const queue = new FairQueue({
  name: 'link-passwords',
  ...{ running: 2, runningOfLane: 2 },
  ...{ waiting: 20, waitingOfLane: 20, waitMs: 5_000 },
})

/**
 * The hash of a password that visitors type to get on, as `StoredLinkRules` has it. It is computed outside the event loop.
 * @throws AppError TooManyAtOnce, ServiceUnavailable while too many others are
 */
export async function hashLinkPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return textOf(salt, await derived(password, salt))
}

/** The hash of a password that nobody knows. */
export const unknownLinkPassword = (): string => textOf(randomBytes(SALT_BYTES), randomBytes(HASH_BYTES))

/** @throws AppError TooManyAtOnce, ServiceUnavailable while too many others are compared */
export async function isLinkPassword(hash: string, password: string): Promise<boolean> {
  const [salt = '', wanted = ''] = hash.slice(PREFIX.length).split('$')
  const found = await derived(password, Buffer.from(salt, 'base64url'))
  return timingSafeEqual(found, Buffer.from(wanted, 'base64url'))
}

const textOf = (salt: Buffer, hash: Buffer): string =>
  `${PREFIX}${salt.toString('base64url')}$${hash.toString('base64url')}`

const derived = (password: string, salt: Buffer): Promise<Buffer> =>
  queue.run(
    () =>
      new Promise((resolve, reject) =>
        scrypt(opaquePassword(password), salt, HASH_BYTES, COST, (failure, hash) =>
          failure ? reject(failure) : resolve(hash),
        ),
      ),
  )
