import { cleanAddress, cleanNumber } from '@scanleaf/qr'
import { PASSWORD_MIN_BYTES } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { asTyped, useForm } from '../../../lib/forms/use-form'

import { useLanguage } from '../../../lib/i18n/i18n'
import { Button } from '../../../ui/button/button'
import { TextField } from '../../../ui/field/text-field'
import { ErrorMessage } from '../../../ui/message/error-message'
import { InfoMessage } from '../../../ui/message/info-message'
import { register, signIn } from '../api'
import { accountPath, accountSearch } from './account-search'
import { AccountShell } from './account-shell'
import styles from './account-shell.module.css'
import { PasswordField } from './password-field'
import { useHandOver } from './use-hand-over'

/** /account/register: a new account; with the setup token of the server's log, the first administrator's. */
export function RegisterPage() {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const { setupToken } = accountSearch()
  const handOver = useHandOver()
  const form = useForm({
    initial: { lastName: '', firstName: '', username: '', email: '', phone: '', password: '' },
    cleaners: { email: cleanAddress, phone: cleanNumber, password: asTyped },
    check: async (values) => (await import('./validate-registration')).checkRegistration(values),
    submit: async (values) => {
      await register({ ...values, ...(setupToken && { setupToken }) })
      await handOver(await signIn(values.username, values.password))
    },
  })

  return (
    <AccountShell title={t('register')} subtitle={t('register.subtitle')}>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        {setupToken && <InfoMessage>{t('register.setup')}</InfoMessage>}
        <ErrorMessage text={form.failure} />
        <div className={styles.pair}>
          <TextField
            {...form.field('lastName')}
            label={t('last-name')}
            autoComplete="family-name"
            required
            autoFocus
          />
          <TextField
            {...form.field('firstName')}
            label={t('first-name')}
            autoComplete="given-name"
            required
          />
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
        <PasswordField
          {...form.field('password')}
          label={t('password')}
          hint={t('password.rule', { count: PASSWORD_MIN_BYTES })}
          autoComplete="new-password"
          required
        />
        <Button
          className={styles.submit ?? ''}
          type="submit"
          variant="filled"
          size="lg"
          loading={form.isPending}
        >
          {t('register')}
        </Button>
        <p className={styles.other}>
          {t('register.has-account')} <a href={accountPath('/account/login', language)}>{t('sign-in')}</a>
        </p>
      </form>
    </AccountShell>
  )
}
