import { useTranslation } from 'react-i18next'
import { useConfig } from '../../../lib/config'
import { useLanguage } from '../../../lib/i18n/i18n'
import { offersRegistration } from '../../../lib/session/sign-in'
import { InfoMessage } from '../../../ui/message/info-message'
import { accountPath, accountSearch } from './account-search'
import { AccountShell } from './account-shell'
import styles from './account-shell.module.css'
import { SignInForm } from './sign-in-form'
import { useHandOver } from './use-hand-over'

/** /account/login: the account service's sign-in, which hands the session over to the site that sent the visitor here. */
export function AccountLoginPage() {
  const { t } = useTranslation('account')
  const config = useConfig()
  const language = useLanguage()
  const handOver = useHandOver()
  return (
    <AccountShell title={t('sign-in')} subtitle={t('sign-in.subtitle')}>
      <div className={styles.form}>
        {accountSearch().hasLoggedOut && <InfoMessage>{t('signed-out')}</InfoMessage>}
        <SignInForm onSignedIn={handOver} />
        {offersRegistration(config) && (
          <p className={styles.other}>
            {t('sign-in.no-account')} <a href={accountPath('/account/register', language)}>{t('register')}</a>
          </p>
        )}
      </div>
    </AccountShell>
  )
}
