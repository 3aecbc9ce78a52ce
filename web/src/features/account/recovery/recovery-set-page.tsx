import type { RecoveryTarget } from '@scanleaf/shared'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api/api-error'
import { useConfig } from '../../../lib/config'
import { asTyped, useForm } from '../../../lib/forms/use-form'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Button } from '../../../ui/button/button'
import { TextField } from '../../../ui/field/text-field'
import { ErrorMessage } from '../../../ui/message/error-message'
import { InfoMessage } from '../../../ui/message/info-message'
import { signIn } from '../api'
import { linkToken } from '../link-token'
import { accountPath } from '../sign-in/account-search'
import { AccountShell } from '../sign-in/account-shell'
import { NewPasswordField } from '../sign-in/new-password-field'
import { canUsePasskeys } from '../sign-in/passkey-browser'
import { useHandOver } from '../sign-in/use-hand-over'
import { WaitingScreen } from '../sign-in/waiting-screen'
import { proveForRecovery, readRecovery, setRecoveredPassword } from './api'
import { ExpiredLink } from './expired-link'

/** /account/recovery/set#token: the link of a recovery sets a new password, once. */
export function RecoverySetPage() {
  const { t } = useTranslation('recovery')
  const [target, setTarget] = useState<RecoveryTarget | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const token = linkToken()
  useEffect(() => {
    if (token !== '') readRecovery(token).then(setTarget, (error: Error) => setFailure(error.message))
  }, [token])
  if (token === '') return <ExpiredLink />
  if (failure !== null) return <ExpiredLink text={failure} />
  if (target === null) return <WaitingScreen text={t('checking')} />
  return <SetForm target={target} />
}

function SetForm({ target }: { target: RecoveryTarget }) {
  const { t } = useTranslation(['recovery', 'account', 'security'])
  const language = useLanguage()
  const handOver = useHandOver()
  const config = useConfig()
  const { asksOtp, asksPasskey, isFirstProof } = target
  const canProve = asksPasskey && canUsePasskeys(config)
  const form = useForm({
    initial: { newPassword: '', otp: '' },
    cleaners: { newPassword: asTyped },
    check: async (values) => (await import('./validate-recovery')).checkPassword(values),
    submit: async ({ newPassword, otp }) => {
      const { username } = await setRecoveredPassword(linkToken(), newPassword, await proofOf(otp))
      // Who cannot be signed in by the password alone continues on the sign-in page.
      await signIn(username, newPassword).then(handOver, () =>
        window.location.assign(accountPath('/account/login', language)),
      )
    },
  })
  /** A code where one was typed, else the passkey, else what the server asks for. */
  async function proofOf(otp: string) {
    if (asksOtp && (otp !== '' || !canProve)) return { otp }
    if (!canProve) return {}
    const credential = await proveForRecovery(linkToken()).catch((error: unknown) => {
      throw error instanceof ApiError ? error : new Error(t('account:passkey.failed'), { cause: error })
    })
    return { credential }
  }

  return (
    <AccountShell
      title={t('set.title')}
      lead={
        <>
          <b>
            <bdi>{target.username}</bdi>
          </b>{' '}
          · <bdi dir="ltr">{target.email}</bdi>
        </>
      }
    >
      <form className="stack gap-8" onSubmit={form.onSubmit} noValidate>
        <ErrorMessage text={form.failure} />
        {/* Password managers store the new password under this name. */}
        <input hidden readOnly autoComplete="username" value={target.username} />
        <NewPasswordField
          {...form.field('newPassword')}
          label={t('account:password.new')}
          size="lg"
          autoFocus
        />
        {asksPasskey && <InfoMessage>{t(canProve ? 'set.passkey' : 'set.no-passkey')}</InfoMessage>}
        {asksOtp && (
          <TextField
            {...form.field('otp')}
            label={t('security:otp')}
            hint={t('security:otp.hint')}
            size="lg"
            dir="ltr"
            autoComplete="one-time-code"
            inputMode="text"
          />
        )}
        <Button
          type="submit"
          variant="filled"
          size="lg"
          loading={form.isPending}
          disabled={asksPasskey && !canProve && !asksOtp}
        >
          {t('set.save')}
        </Button>
      </form>
      <InfoMessage>{t(isFirstProof ? 'set.note-first' : 'set.note')}</InfoMessage>
    </AccountShell>
  )
}
