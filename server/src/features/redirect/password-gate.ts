import { MAX_LINK_PASSWORD } from '@scanleaf/shared'
import { callerOf } from '../../platform/http/client-address'
import { isLinkPassword } from '../../platform/link-password'
import { RateLimit } from './rate-limit'

const CALLER_TRIES = 10
const CALLER_WINDOW_MS = 15 * 60_000
const CODE_TRIES = 1000
const CODE_WINDOW_MS = 3_600_000

/** `waitSeconds`: too many wrong ones came from this caller, or for this code. */
type TriedPassword = 'right' | 'wrong' | 'unavailable' | { waitSeconds: number }

/** Compares the passwords that visitors type, slowly enough that none is guessed. */
export interface PasswordGate {
  /** @param hash of the right one */
  compare(typed: { address: string; codeId: string; hash: string; password: string }): Promise<TriedPassword>
}

export function createPasswordGate(): PasswordGate {
  const ofCaller = new RateLimit(CALLER_TRIES, CALLER_WINDOW_MS)
  const ofCode = new RateLimit(CODE_TRIES, CODE_WINDOW_MS)

  return {
    async compare({ address, codeId, hash, password }) {
      const caller = callerOf(address)
      // Each try is counted before it is compared, else many at once were all within the limit.
      const waitSeconds = ofCaller.waitSeconds(caller) || ofCode.waitSeconds(codeId)
      if (waitSeconds > 0) return { waitSeconds }
      if (password === '' || password.length > MAX_LINK_PASSWORD) return 'wrong'
      const isRight = await isLinkPassword(hash, password).catch(() => null)
      if (isRight === false) return 'wrong'
      // Many visitors may share an address.
      ofCaller.giveBack(caller)
      ofCode.giveBack(codeId)
      return isRight ? 'right' : 'unavailable'
    },
  }
}
