import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n/i18n'
import { buttonClass } from '../../../ui/button/button'
import { accountPath } from '../sign-in/account-search'
import { AccountShell } from '../sign-in/account-shell'
import { BackToSignIn } from './back-to-sign-in'

export interface ExpiredLinkProps {
  /** The server's error; null for a URL without a token. */
  text?: string
  /** A verification link is sent again from the profile, others by asking for a recovery. */
  isVerification?: boolean
}

/** Instead of a form whose link counts no more. */
export function ExpiredLink({ text = '', isVerification = false }: ExpiredLinkProps) {
  const { t } = useTranslation('recovery')
  const language = useLanguage()
  return (
    <AccountShell title={t('expired.title')} lead={text} back={<BackToSignIn />}>
      {isVerification ? (
        <a className={buttonClass({ size: 'lg' })} href={`/account/profile?lng=${language}`}>
          {t('verify.again')}
        </a>
      ) : (
        <a className={buttonClass({ size: 'lg' })} href={accountPath('/account/recovery', language)}>
          {t('expired.recover')}
        </a>
      )}
    </AccountShell>
  )
}
