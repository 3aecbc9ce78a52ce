import { type PublicConfig, type SignedIn, safeReturnPath } from '@scanleaf/shared'
import { useConfig } from '../../../lib/config'
import { useLanguage } from '../../../lib/i18n/i18n'
import { saveSession } from '../../../lib/session/session'
import { handOverCode, takesCode } from '../../../lib/session/sibling'
import { finishSignIn } from '../../../lib/session/sign-in'
import { accountSearch } from './account-search'
import { allowedTarget, handOverAddress } from './return-target'

/** Origins that the account pages may send a session to. */
const allowedOrigins = (config: PublicConfig) => [window.location.origin, ...config.returnOrigins]

/**
 * Hands a new session to the origin that asked for it. This origin keeps it, and it is in no URL; another allowed one
 * gets a code or, by the contract of the specification, the session in the URL.
 */
export function useHandOver(): (session: SignedIn) => Promise<void> {
  const config = useConfig()
  const language = useLanguage()
  const { redirect, state } = accountSearch()

  async function enter(session: SignedIn, target: URL | null) {
    const { sid, email, id: userId, admin: isAdmin } = session
    await saveSession({ sid, email, userId, isAdmin })
    const isOwnPath = target !== null && target.pathname !== '/auth'
    window.location.assign(
      isOwnPath ? safeReturnPath(target.pathname + target.search, target.origin) : finishSignIn(language),
    )
  }

  return async (session) => {
    const target = allowedTarget(redirect, allowedOrigins(config))
    if (target === null || target.origin === window.location.origin) return enter(session, target)
    const handed = takesCode(config, target) ? { code: await handOverCode(target.origin, session) } : session
    window.location.assign(handOverAddress(target, handed, language, state))
  }
}
