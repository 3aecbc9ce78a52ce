import type { SignedIn } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n/i18n'
import { saveSession } from '../../../lib/session/session'
import { finishSignIn } from '../../../lib/session/sign-in'
import { AccountShell } from './account-shell'
import { SignInArt } from './sign-in-art'
import { SignInForm, SignUpLine } from './sign-in-form'

/** /login: the product's own sign-in, straight to the stored target or the home page. */
export function LoginPage() {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const enter = async (session: SignedIn) => {
    await saveSession({
      sid: session.sid,
      email: session.email,
      userId: session.id,
      isAdmin: session.admin,
    })
    window.location.assign(finishSignIn(language))
  }
  return (
    <AccountShell aside={<SignInArt />} title={t('sign-in')} lead={t('sign-in.subtitle')}>
      <SignInForm onSignedIn={enter} />
      <SignUpLine />
    </AccountShell>
  )
}
