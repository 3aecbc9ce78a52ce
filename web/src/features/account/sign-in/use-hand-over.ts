import { type PublicConfig, type SignedIn, safeReturnPath } from '@scanleaf/shared'
import { useConfig } from '../../../lib/config'
import { useLanguage } from '../../../lib/i18n/i18n'
import { saveSession } from '../../../lib/session/session'
import { finishSignIn } from '../../../lib/session/sign-in'
import { accountSearch } from './account-search'
import { allowedTarget, handOverAddress } from './return-target'

/** Origins that the account pages may send a session to. */
const allowedOrigins = (config: PublicConfig) => [window.location.origin, ...config.returnOrigins]

/** Few origins take one, so the call comes with the first of them. */
const codeFor = async (origin: string, session: SignedIn): Promise<string> =>
  (await import('../../../lib/account/sibling')).handOverCode(origin, session)

/**
 * Hands a new session to the origin that asked for it. This origin keeps it, and it is in no URL; another allowed one
 * gets a code or, by the contract of the specification, the session in the URL.
 * @param search of the account page that was requested; that of the current page when absent
 */
export function useHandOver(search?: string): (session: SignedIn) => Promise<void> {
  const config = useConfig()
  const language = useLanguage()
  const { redirect, state } = accountSearch(search)

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
    const handed = config.handoverCodeOrigins.includes(target.origin)
      ? { code: await codeFor(target.origin, session) }
      : session
    window.location.assign(handOverAddress(target, handed, language, state))
  }
}
