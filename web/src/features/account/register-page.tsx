import { Button, TextInput } from '@mantine/core'
import { PASSWORD_MIN_BYTES, RegisterUser } from '@scanleaf/shared'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useForm } from '../../lib/form'
import { FailureNote } from '../../ui/failure-note'
import { InfoNote } from '../../ui/info-note'
import { AccountShell } from './account-shell'
import styles from './account-shell.module.css'
import { register, signIn } from './api'
import { PasswordField } from './password-field'
import { useHandOver } from './use-hand-over'

/** /account/register: a new account; with the setup token of the server's log, the first administrator's. */
export function RegisterPage() {
  const { t } = useTranslation(['account', 'errors'])
  const { setup, redirect, state } = useSearch({ from: '/account/register' })
  const handOver = useHandOver()
  const form = useForm({
    initial: { lastName: '', firstName: '', username: '', email: '', phone: '', password: '' },
    schema: RegisterUser,
    submit: async (values) => {
      await register({ ...values, ...(setup && { setupToken: setup }) })
      handOver(await signIn(values.username.trim(), values.password))
    },
  })

  return (
    <AccountShell title={t('register')} subtitle={t('register.subtitle')}>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        {setup && <InfoNote>{t('register.setup')}</InfoNote>}
        <FailureNote text={form.failure} />
        <div className={styles.pair}>
          <TextInput
            {...form.field('lastName')}
            label={t('last-name')}
            autoComplete="family-name"
            required
            autoFocus
          />
          <TextInput
            {...form.field('firstName')}
            label={t('first-name')}
            autoComplete="given-name"
            required
          />
        </div>
        <TextInput
          {...form.field('username')}
          label={t('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <TextInput
          {...form.field('email')}
          label={t('email')}
          type="email"
          dir="ltr"
          autoComplete="email"
          required
        />
        <TextInput {...form.field('phone')} label={t('phone')} type="tel" dir="ltr" autoComplete="tel" />
        <PasswordField
          {...form.field('password')}
          label={t('password')}
          description={t('password.rule', { count: PASSWORD_MIN_BYTES })}
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
          {t('register.has-account')}{' '}
          <Link to="/account/login" search={{ redirect, state }}>
            {t('sign-in')}
          </Link>
        </p>
      </form>
    </AccountShell>
  )
}
