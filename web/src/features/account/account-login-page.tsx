import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { InfoNote } from '../../ui/info-note'
import { AccountShell } from './account-shell'
import styles from './account-shell.module.css'
import { SignInForm } from './sign-in-form'
import { useHandOver } from './use-hand-over'

/** /account/login: the account service's sign-in, which hands the session to whoever sent the visitor here. */
export function AccountLoginPage() {
  const { t } = useTranslation('account')
  const { logout, redirect, state } = useSearch({ from: '/account/login' })
  const handOver = useHandOver()
  return (
    <AccountShell title={t('sign-in')} subtitle={t('sign-in.subtitle')}>
      <div className={styles.form}>
        {logout && <InfoNote>{t('signed-out')}</InfoNote>}
        <SignInForm onSignedIn={handOver} />
        <p className={styles.other}>
          {t('sign-in.no-account')}{' '}
          <Link to="/account/register" search={{ redirect, state }}>
            {t('register')}
          </Link>
        </p>
      </div>
    </AccountShell>
  )
}
