import { useTranslation } from 'react-i18next'
import { useConfig } from '../../../lib/config'
import { asTyped, useForm } from '../../../lib/forms/use-form'
import { Button, buttonClass } from '../../../ui/button/button'
import { ErrorMessage } from '../../../ui/message/error-message'
import { AccountShell } from '../sign-in/account-shell'
import { OtpField } from '../sign-in/otp-field'
import { SignInForm } from '../sign-in/sign-in-form'
import { WaitingScreen } from '../sign-in/waiting-screen'
import { useArrival } from './use-arrival'

/** /auth?oidc=…: where a provider of single sign-on sends the browser back to. */
export function SingleSignOnPage() {
  const { t } = useTranslation(['single-sign-on', 'account'])
  const { signInProviders } = useConfig()
  const { arrival, step, sendOtp, connect } = useArrival()
  const { started, failure } = arrival
  const provider = signInProviders.find(({ name }) => name === arrival.provider)?.label ?? ''
  if (failure !== null)
    return <Failed provider={provider} page={started?.page} text={t(`failure.${failure}`, { provider })} />
  if (started === null) return <Failed provider={provider} text={t('other-tab')} />
  if (step.is === 'failed')
    return <Failed provider={provider} page={started.page} text={step.text} goOn={step.goOn} />
  if (step.is === 'otp') return <OtpForm onSubmit={sendOtp} />
  if (step.is === 'first-sign-in')
    return (
      <AccountShell title={t('first.title')} lead={t('first.text', { email: step.email, provider })}>
        <SignInForm onSignedIn={connect} hasProviders={false} />
      </AccountShell>
    )
  return <WaitingScreen text={t('account:auth.connecting')} />
}

interface FailedProps {
  provider: string
  text: string
  /** Where it began. */
  page?: string | undefined
  goOn?: (() => void) | null
}

function Failed({ provider, text, page = '/login', goOn = null }: FailedProps) {
  const { t } = useTranslation('single-sign-on')
  const isSignIn = /^(\/account)?\/login\b/.test(page)
  return (
    <AccountShell title={t('failed', { provider })} lead={text}>
      {goOn ? (
        <Button variant="filled" size="lg" onClick={goOn}>
          {t('go-on')}
        </Button>
      ) : (
        <a className={buttonClass({ size: 'lg' })} href={page}>
          {isSignIn ? t('back-to-sign-in') : t('back')}
        </a>
      )}
    </AccountShell>
  )
}

function OtpForm({ onSubmit }: { onSubmit: (otp: string) => Promise<void> }) {
  const { t } = useTranslation(['security', 'account'])
  const form = useForm({
    initial: { otp: '' },
    cleaners: { otp: asTyped },
    check: ({ otp }) => (otp === '' ? { otp: { code: 'required' } } : {}),
    submit: ({ otp }) => onSubmit(otp),
  })
  return (
    <AccountShell title={t('confirm.title')}>
      <form className="stack gap-8" onSubmit={form.onSubmit} noValidate>
        <ErrorMessage text={form.failure} />
        <OtpField {...form.field('otp')} size="lg" autoFocus />
        <Button type="submit" variant="filled" size="lg" loading={form.isPending}>
          {t('confirm')}
        </Button>
      </form>
    </AccountShell>
  )
}
