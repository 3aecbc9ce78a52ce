import type { PublicConfig, SignedIn } from '@scanleaf/shared'
import { useConfig } from '../../../lib/config'
import { useLanguage } from '../../../lib/i18n/i18n'
import { startSignIn } from '../../../lib/session/sign-in'
import { accountSearch } from './account-search'
import { allowedTarget, handOverAddress } from './return-target'

/** Origins that the account pages may send a session to. */
const allowedOrigins = (config: PublicConfig) => [window.location.origin, ...config.returnOrigins]

/**
 * Sends a fresh session to whoever asked for it: an allowed origin, else the product on this one.
 * @param search of the account page that was asked; that of the page on screen when absent
 */
export function useHandOver(search?: string): (session: SignedIn) => void {
  const config = useConfig()
  const language = useLanguage()
  const { redirect, state } = accountSearch(search)
  return (session) => {
    const target = allowedTarget(redirect, allowedOrigins(config))
    if (target) return window.location.assign(handOverAddress(target, session, language, state))
    const own = new URL(startSignIn(config, language, '/'))
    const back = new URL('/auth', window.location.origin)
    window.location.assign(handOverAddress(back, session, language, own.searchParams.get('state') ?? ''))
  }
}
