import { useTranslation } from 'react-i18next'
import { useConfig } from '../../../lib/config'
import { InfoMessage } from '../../../ui/message/info-message'
import { SupportContact } from '../support'
import styles from './account-shell.module.css'
import type { NotApprovedState } from './not-approved-state'

/** Instead of the form: what happens next with an account that nobody has let in. */
export function NotApproved({ state }: { state: NotApprovedState }) {
  const { t } = useTranslation('account')
  const { sendsMail } = useConfig()
  return (
    <div className={styles.form} role="status">
      <h2>{t(`${state}.title`)}</h2>
      <p>{t(`${state}.text`)}</p>
      {state === 'waits' && <InfoMessage>{t(sendsMail ? 'waits.mail' : 'waits.no-mail')}</InfoMessage>}
      <p>
        <SupportContact />
      </p>
    </div>
  )
}
