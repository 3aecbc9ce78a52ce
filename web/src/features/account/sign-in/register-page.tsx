import { cleanAddress, cleanNumber } from '@scanleaf/qr'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../../lib/config'
import { asTyped, useForm } from '../../../lib/forms/use-form'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Button } from '../../../ui/button/button'
import { TextField } from '../../../ui/field/text-field'
import { ErrorMessage } from '../../../ui/message/error-message'
import { InfoMessage } from '../../../ui/message/info-message'
import { register, signIn } from '../api'
import { linkToken } from '../link-token'
import { SupportContact } from '../support'
import { accountPath, accountSearch } from './account-search'
import { AccountShell } from './account-shell'
import styles from './account-shell.module.css'
import { NewPasswordField } from './new-password-field'
import { NotApproved } from './not-approved'
import { type NotApprovedState, notApprovedOf } from './not-approved-state'
import { SignInArt } from './sign-in-art'
import { useHandOver } from './use-hand-over'
import { useInvitation } from './use-invitation'
import { WaitingScreen } from './waiting-screen'

/**
 * /account/register: a new account; with the setup token of the server's log, the first administrator's. Where an
 * invitation is needed, its token stands behind `#`.
 */
export function RegisterPage() {
  const { t } = useTranslation('account')
  const [notApproved, setNotApproved] = useState<NotApprovedState | null>(null)
  const { isReady, refusal, email } = useInvitation()
  if (!isReady) return <WaitingScreen text={t('auth.connecting')} />
  return (
    <AccountShell aside={<SignInArt />} title={t('register')} lead={!notApproved && t('register.subtitle')}>
      {notApproved ? (
        <NotApproved state={notApproved} />
      ) : refusal === null ? (
        <RegisterForm email={email} onNotApproved={setNotApproved} />
      ) : (
        <div className="stack gap-8">
          <InfoMessage>{refusal}</InfoMessage>
          <p>
            <SupportContact />
          </p>
          <WayToSignIn />
        </div>
      )}
    </AccountShell>
  )
}

function WayToSignIn() {
  const { t } = useTranslation('account')
  const language = useLanguage()
  return (
    <p className={`muted ${styles.other}`}>
      {t('register.has-account')} <a href={accountPath('/account/login', language)}>{t('sign-in')}</a>
    </p>
  )
}

interface RegisterFormProps {
  /** That the invitation was sent to; empty for none. */
  email: string
  onNotApproved: (state: NotApprovedState) => void
}

function RegisterForm({ email, onNotApproved }: RegisterFormProps) {
  const { t } = useTranslation('account')
  const { registration } = useConfig()
  const language = useLanguage()
  const { setupToken } = accountSearch()
  const handOver = useHandOver()
  const form = useForm({
    initial: { lastName: '', firstName: '', username: '', email, phone: '', password: '' },
    cleaners: { email: cleanAddress, phone: cleanNumber, password: asTyped },
    check: async (values) => (await import('./validate-registration')).checkRegistration(values),
    submit: async (values) => {
      const invitation = registration === 'invite' ? linkToken() : ''
      await register({ ...values, ...(setupToken && { setupToken }), ...(invitation && { invitation }) })
      const session = await signIn(values.username, values.password).catch((error: unknown) => {
        const state = notApprovedOf(error)
        if (!state) throw error
        onNotApproved(state)
      })
      if (session) await handOver(session)
    },
  })

  return (
    <form className="stack gap-8" onSubmit={form.onSubmit} noValidate>
      {setupToken && (
        <InfoMessage>
          {t('register.setup')} {t('register.setup-restore')}{' '}
          <a href={`/account/restore?${new URLSearchParams({ lng: language, setup: setupToken })}`}>
            {t('register.restore')}
          </a>
        </InfoMessage>
      )}
      {!setupToken && registration === 'approval' && <InfoMessage>{t('register.approval')}</InfoMessage>}
      <ErrorMessage text={form.failure} />
      <div className={`gap-6 ${styles.pair}`}>
        <TextField
          {...form.field('lastName')}
          label={t('last-name')}
          autoComplete="family-name"
          required
          autoFocus
        />
        <TextField {...form.field('firstName')} label={t('first-name')} autoComplete="given-name" required />
      </div>
      <TextField
        {...form.field('username')}
        label={t('username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <TextField
        {...form.field('email')}
        label={t('email')}
        type="email"
        dir="ltr"
        autoComplete="email"
        required
      />
      <TextField {...form.field('phone')} label={t('phone')} type="tel" dir="ltr" autoComplete="tel" />
      <NewPasswordField {...form.field('password')} label={t('password')} required />
      <Button
        className={styles.submit ?? ''}
        type="submit"
        variant="filled"
        size="lg"
        loading={form.isPending}
      >
        {t('register')}
      </Button>
      <WayToSignIn />
    </form>
  )
}
