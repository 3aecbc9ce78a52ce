import IconMailCheck from '@tabler/icons-react/dist/esm/icons/IconMailCheck.mjs'
import IconMailX from '@tabler/icons-react/dist/esm/icons/IconMailX.mjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api/api-error'
import { asTyped, useForm } from '../../../lib/forms/use-form'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Button, buttonClass } from '../../../ui/button/button'
import { ErrorMessage } from '../../../ui/message/error-message'
import { InfoMessage } from '../../../ui/message/info-message'
import { linkToken } from '../link-token'
import { accountPath } from '../sign-in/account-search'
import { AccountShell } from '../sign-in/account-shell'
import { PasswordField } from '../sign-in/password-field'
import { confirmEmail, undoChange } from './api'
import { ExpiredLink } from './expired-link'

/**
 * A button that uses the link up, once: mail scanners open pages, and press nothing.
 * @param isHandled whether a failure is not an end of the link
 */
function usePress<T>(
  press: () => Promise<T>,
  onDone: (result: T) => void,
  isHandled: (error: Error) => boolean = () => false,
) {
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const onClick = () => {
    setIsPending(true)
    press()
      .then(onDone, (error: Error) => {
        if (!isHandled(error)) setFailure(error.message)
      })
      .finally(() => setIsPending(false))
  }
  return { isPending, failure, onClick }
}

/** /account/verify-email#token: verifies an address, for whoever is signed in to its account or knows the password. */
export function VerifyEmailPage() {
  const { t } = useTranslation('recovery')
  const language = useLanguage()
  const [email, setEmail] = useState<string | null>(null)
  const [asksPassword, setAsksPassword] = useState(false)
  const onDone = (confirmed: { email: string }) => setEmail(confirmed.email)
  const press = usePress(
    () => confirmEmail(linkToken()),
    onDone,
    (error) => {
      const isAsked = error instanceof ApiError && error.fields['password'] !== undefined
      if (isAsked) setAsksPassword(true)
      return isAsked
    },
  )
  if (linkToken() === '') return <ExpiredLink isVerification />
  if (press.failure !== null) return <ExpiredLink text={press.failure} isVerification />
  const icon = <IconMailCheck size={26} stroke={1.7} aria-hidden />
  if (email !== null)
    return (
      <AccountShell title={t('verify.done')} lead={<bdi dir="ltr">{email}</bdi>} icon={icon}>
        <a className={buttonClass({ size: 'lg' })} href={`/?lng=${language}`}>
          {t('verify.open')}
        </a>
      </AccountShell>
    )
  if (asksPassword)
    return (
      <AccountShell title={t('verify.title')} lead={t('verify.password')} icon={icon}>
        <PasswordForm onDone={onDone} />
      </AccountShell>
    )
  return (
    <AccountShell title={t('verify.title')} lead={t('verify.lead')} icon={icon}>
      <Button variant="filled" size="lg" loading={press.isPending} onClick={press.onClick}>
        {t('verify.button')}
      </Button>
    </AccountShell>
  )
}

/** Somebody else may have made the account with this address: the link alone lets nobody keep it. */
function PasswordForm({ onDone }: { onDone: (confirmed: { email: string }) => void }) {
  const { t } = useTranslation(['recovery', 'account'])
  const language = useLanguage()
  const form = useForm({
    initial: { password: '' },
    cleaners: { password: asTyped },
    check: ({ password }) => (password === '' ? { password: { code: 'required' } } : {}),
    submit: async ({ password }) => onDone(await confirmEmail(linkToken(), password)),
  })
  return (
    <>
      <form className="stack gap-8" onSubmit={form.onSubmit} noValidate>
        <ErrorMessage text={form.failure} />
        <PasswordField
          {...form.field('password')}
          label={t('account:password')}
          size="lg"
          autoComplete="current-password"
          autoFocus
        />
        <Button type="submit" variant="filled" size="lg" loading={form.isPending}>
          {t('verify.button')}
        </Button>
        <a href={accountPath('/account/recovery', language)}>{t('account:forgot')}</a>
      </form>
      <InfoMessage>{t('verify.stranger')}</InfoMessage>
    </>
  )
}

/** /account/undo-change#token: takes back what happened to the account since a change, and continues with a new password. */
export function UndoChangePage() {
  const { t } = useTranslation('recovery')
  const language = useLanguage()
  const press = usePress(
    () => undoChange(linkToken()),
    ({ recoveryToken }) => window.location.assign(`/account/recovery/set?lng=${language}#${recoveryToken}`),
  )
  if (linkToken() === '') return <ExpiredLink />
  if (press.failure !== null) return <ExpiredLink text={press.failure} />
  return (
    <AccountShell
      title={t('undo.title')}
      lead={t('undo.lead')}
      icon={<IconMailX size={26} stroke={1.7} aria-hidden />}
    >
      <Button variant="filled" size="lg" loading={press.isPending} onClick={press.onClick}>
        {t('undo.button')}
      </Button>
    </AccountShell>
  )
}
