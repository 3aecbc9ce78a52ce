import type { SignedIn } from '@scanleaf/shared'
import { lazy, Suspense, startTransition, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api/api-error'
import { useConfig } from '../../../lib/config'
import { asTyped, useForm } from '../../../lib/forms/use-form'
import { useLanguage } from '../../../lib/i18n/i18n'
import { offersRegistration } from '../../../lib/session/sign-in'
import { Button } from '../../../ui/button/button'
import { TextField } from '../../../ui/field/text-field'
import { ErrorMessage } from '../../../ui/message/error-message'
import { signIn } from '../api'
import { offeredProviders } from '../providers/offered-providers'
import { accountPath } from './account-search'
import styles from './account-shell.module.css'
import { type NotApprovedState, notApprovedOf } from './not-approved-state'
import { canUsePasskeys } from './passkey-browser'
import { PasskeyButton } from './passkey-button'
import { PasswordField } from './password-field'

const OtpField = lazy(async () => ({ default: (await import('./otp-field')).OtpField }))

const NotApproved = lazy(async () => ({ default: (await import('./not-approved')).NotApproved }))

const SignInProviders = lazy(async () => ({
  default: (await import('../providers/sign-in-providers')).SignInProviders,
}))

const EMPTY = { username: '', password: '', otp: '' }

const checkCredentials = ({ username, password }: typeof EMPTY) => ({
  ...(username === '' && { username: { code: 'required' as const } }),
  ...(password === '' && { password: { code: 'required' as const } }),
})

export interface SignInFormProps {
  onSignedIn: (session: SignedIn) => unknown
  /** False where somebody has just come from a provider. */
  hasProviders?: boolean
}

/** User name or e-mail address, and password; gives the session of who they belong to. */
export function SignInForm({ onSignedIn, hasProviders = true }: SignInFormProps) {
  const { t } = useTranslation('account')
  const config = useConfig()
  const language = useLanguage()
  const providers = hasProviders ? offeredProviders(config) : []
  const [needsOtp, setNeedsOtp] = useState(false)
  const [notApproved, setNotApproved] = useState<NotApprovedState | null>(null)
  const form = useForm({
    initial: EMPTY,
    cleaners: { password: asTyped },
    check: checkCredentials,
    submit: async ({ username, password, otp }) => {
      const session = await signIn(username, password, otp).catch(explain)
      if (session) await onSignedIn(session)
    },
  })

  /** The server's 401 asks to sign in; here it means that name and password do not belong together. */
  function explain(error: unknown): null {
    const state = notApprovedOf(error)
    if (state) {
      // The form stays until what replaces it is there.
      startTransition(() => setNotApproved(state))
      return null
    }
    if (error instanceof ApiError && error.code === 'SecondFactorRequired') {
      setNeedsOtp(true)
      // The first time it is a question.
      if (!error.fields['otp']) return null
      throw error
    }
    if (!(error instanceof ApiError) || error.statusCode !== 401) throw error
    const message = t('sign-in.wrong')
    throw new ApiError({ statusCode: 401, error: { code: error.code, message }, message })
  }

  if (notApproved) return <NotApproved state={notApproved} />
  return (
    <form className="stack gap-8" onSubmit={form.onSubmit} noValidate>
      <ErrorMessage text={form.failure} />
      <TextField
        {...form.field('username')}
        label={t('login')}
        size="lg"
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <div className={styles.password}>
        <PasswordField
          {...form.field('password')}
          label={t('password')}
          size="lg"
          autoComplete="current-password"
        />
        {config.hasEmbeddedAccount && <a href={accountPath('/account/recovery', language)}>{t('forgot')}</a>}
      </div>
      {needsOtp && (
        <Suspense>
          <OtpField {...form.field('otp')} size="lg" autoFocus />
        </Suspense>
      )}
      <Button
        className={styles.submit ?? ''}
        type="submit"
        variant="filled"
        size="lg"
        loading={form.isPending}
      >
        {t('sign-in')}
      </Button>
      {(canUsePasskeys(config) || providers.length > 0) && <p className={`row ${styles.or}`}>{t('or')}</p>}
      {canUsePasskeys(config) && <PasskeyButton onSignedIn={onSignedIn} />}
      {providers.length > 0 && (
        <Suspense>
          <SignInProviders providers={providers} />
        </Suspense>
      )}
    </form>
  )
}

/** The ways on for somebody who has no account: to one, and to the generator, which needs none. */
export function SignUpLine() {
  const { t } = useTranslation('account')
  const config = useConfig()
  const language = useLanguage()
  const registers = config.hasEmbeddedAccount && offersRegistration(config)
  return (
    <div className={`stack gap-4 muted ${styles.other}`}>
      {registers && (
        <p>
          {t('sign-in.no-account')} <a href={accountPath('/account/register', language)}>{t('register')}</a>
        </p>
      )}
      <p>
        <a href={`/static-codes/generator?lng=${language}`}>{t('sign-in.without-account')}</a>
      </p>
    </div>
  )
}
