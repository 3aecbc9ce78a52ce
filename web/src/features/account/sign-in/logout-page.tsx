import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../../lib/config'
import { useLanguage } from '../../../lib/i18n/i18n'
import { clearSession, currentSession } from '../../../lib/session/session'
import { signedOutAddress } from '../../../lib/session/sign-in'
import { signOut } from '../api'
import { WaitingScreen } from './waiting-screen'

/** /logout: ends the session on the server, then in every tab, and goes to the account's sign-in. */
export function LogoutPage() {
  const { t } = useTranslation('account')
  const config = useConfig()
  const language = useLanguage()
  useEffect(() => {
    const leave = () => {
      clearSession()
      window.location.replace(signedOutAddress(config, language))
    }
    if (!currentSession()) return leave()
    // A session that the server does not know, or that cannot be checked, is removed here all the same.
    signOut().then(leave, leave)
  }, [config, language])
  return <WaitingScreen text={t('signing-out')} />
}
