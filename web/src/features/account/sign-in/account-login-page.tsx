import { DEMO_CREDENTIALS } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../../lib/config'
import { InfoMessage } from '../../../ui/message/info-message'
import { accountSearch } from './account-search'
import { AccountShell } from './account-shell'
import { SignInArt } from './sign-in-art'
import { SignInForm, SignUpLine } from './sign-in-form'
import { useHandOver } from './use-hand-over'

/** /account/login: the account service's sign-in, which hands the session over to the site that sent the visitor here. */
export function AccountLoginPage() {
  const { t } = useTranslation('account')
  const handOver = useHandOver()
  const { isPublicDemo } = useConfig()
  return (
    <AccountShell aside={<SignInArt />} title={t('sign-in')} lead={t('sign-in.subtitle')}>
      <div className="stack gap-8">
        {isPublicDemo && <InfoMessage>{t('demo.sign-in', DEMO_CREDENTIALS)}</InfoMessage>}
        {accountSearch().hasLoggedOut && <InfoMessage>{t('signed-out')}</InfoMessage>}
        <SignInForm onSignedIn={handOver} />
        <SignUpLine />
      </div>
    </AccountShell>
  )
}
