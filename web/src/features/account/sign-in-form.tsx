import { Button, TextInput } from '@mantine/core'
import type { SignedIn } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ApiError } from '../../lib/api-error'
import { useForm } from '../../lib/form'
import { FailureNote } from '../../ui/failure-note'
import styles from './account-shell.module.css'
import { signIn } from './api'
import { PasswordField } from './password-field'

const Credentials = z.object({
  username: z.string().trim().min(1, { error: 'required' }),
  password: z.string().min(1, { error: 'required' }),
})

/** User name and password; gives the session of who they belong to. */
export function SignInForm({ onSignedIn }: { onSignedIn: (session: SignedIn) => unknown }) {
  const { t } = useTranslation('account')
  const form = useForm({
    initial: { username: '', password: '' },
    schema: Credentials,
    submit: async ({ username, password }) => {
      await onSignedIn(await signIn(username.trim(), password).catch(explain))
    },
  })

  /** The server's 401 asks to sign in; here it means that name and password do not belong together. */
  function explain(error: unknown): never {
    if (!(error instanceof ApiError) || error.statusCode !== 401) throw error
    const message = t('sign-in.wrong')
    throw new ApiError({ statusCode: 401, error: { code: error.code, message }, message })
  }

  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <FailureNote text={form.failure} />
      <TextInput
        {...form.field('username')}
        label={t('username')}
        classNames={{ input: styles.tall ?? '' }}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <PasswordField
        {...form.field('password')}
        label={t('password')}
        classNames={{ input: styles.tall ?? '' }}
        autoComplete="current-password"
      />
      <Button
        className={styles.submit ?? ''}
        type="submit"
        variant="filled"
        size="lg"
        loading={form.isPending}
      >
        {t('sign-in')}
      </Button>
    </form>
  )
}
