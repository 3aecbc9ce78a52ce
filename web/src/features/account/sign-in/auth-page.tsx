import { useEffect } from 'react'
import { useConfig } from '../../../lib/config'
import { useLanguage } from '../../../lib/i18n/i18n'
import { finishSignIn, startSignIn } from '../../../lib/session/sign-in'
import { ReceivedSession } from './received-session'
import { useReceivedSession } from './use-received-session'

/** /auth: where the account service sends a session (rulings §1). */
export function AuthPage() {
  const config = useConfig()
  const language = useLanguage()
  const received = useReceivedSession()
  useEffect(() => {
    if (received.step === 'stored') window.location.replace(finishSignIn(language))
    if (received.step === 'invalid') window.location.replace(startSignIn(config, language, '/'))
  }, [received.step, config, language])
  return (
    <ReceivedSession
      received={received}
      onRefuse={() => window.location.replace(`/?lng=${encodeURIComponent(language)}`)}
    />
  )
}
