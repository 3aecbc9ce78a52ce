import { lazy, useEffect } from 'react'
import { useConfig } from '../../../lib/config'
import { useLanguage } from '../../../lib/i18n/i18n'
import { finishSignIn, startSignIn } from '../../../lib/session/sign-in'
import { ReceivedSession } from '../sign-in/received-session'
import { useReceivedSession } from '../sign-in/use-received-session'

const SingleSignOnPage = lazy(async () => ({
  default: (await import('./single-sign-on-page')).SingleSignOnPage,
}))

/** As the page was opened: the address is cleaned as soon as it is read. */
const isFromProvider = new URLSearchParams(window.location.search).has('oidc')

/** /auth: where the account service sends a session (rulings §1), and a provider of single sign-on its proof. */
export function AuthPage() {
  return isFromProvider ? <SingleSignOnPage /> : <HandedOverSession />
}

function HandedOverSession() {
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
