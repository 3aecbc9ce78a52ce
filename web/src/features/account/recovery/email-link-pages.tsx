import IconMailCheck from '@tabler/icons-react/dist/esm/icons/IconMailCheck.mjs'
import IconMailX from '@tabler/icons-react/dist/esm/icons/IconMailX.mjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Button, buttonClass } from '../../../ui/button/button'
import { linkToken } from '../link-token'
import { confirmEmail, undoEmailChange } from './api'
import { ExpiredLink } from './expired-link'
import { RecoveryShell } from './recovery-shell'

/** A button that uses the link up, once: mail scanners open pages, and press nothing. */
function usePress<T>(press: () => Promise<T>, onDone: (result: T) => void) {
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const onClick = () => {
    setIsPending(true)
    press()
      .then(onDone, (error: Error) => setFailure(error.message))
      .finally(() => setIsPending(false))
  }
  return { isPending, failure, onClick }
}

/** /account/verify-email#token: verifies an address. */
export function VerifyEmailPage() {
  const { t } = useTranslation('recovery')
  const language = useLanguage()
  const [email, setEmail] = useState<string | null>(null)
  const press = usePress(
    () => confirmEmail(linkToken()),
    (confirmed) => setEmail(confirmed.email),
  )
  if (linkToken() === '') return <ExpiredLink isVerification />
  if (press.failure !== null) return <ExpiredLink text={press.failure} isVerification />
  const icon = <IconMailCheck size={26} stroke={1.7} aria-hidden />
  if (email !== null)
    return (
      <RecoveryShell title={t('verify.done')} lead={<bdi dir="ltr">{email}</bdi>} icon={icon}>
        <a className={buttonClass({ size: 'lg' })} href={`/?lng=${language}`}>
          {t('verify.open')}
        </a>
      </RecoveryShell>
    )
  return (
    <RecoveryShell title={t('verify.title')} lead={t('verify.lead')} icon={icon}>
      <Button variant="filled" size="lg" loading={press.isPending} onClick={press.onClick}>
        {t('verify.button')}
      </Button>
    </RecoveryShell>
  )
}

/** /account/undo-email#token: restores the address of the account and continues with a new password. */
export function UndoEmailPage() {
  const { t } = useTranslation('recovery')
  const language = useLanguage()
  const press = usePress(
    () => undoEmailChange(linkToken()),
    ({ recoveryToken }) => window.location.assign(`/account/recovery/set?lng=${language}#${recoveryToken}`),
  )
  if (linkToken() === '') return <ExpiredLink />
  if (press.failure !== null) return <ExpiredLink text={press.failure} />
  return (
    <RecoveryShell
      title={t('undo.title')}
      lead={t('undo.lead')}
      icon={<IconMailX size={26} stroke={1.7} aria-hidden />}
    >
      <Button variant="filled" size="lg" loading={press.isPending} onClick={press.onClick}>
        {t('undo.button')}
      </Button>
    </RecoveryShell>
  )
}
