import { useTranslation } from 'react-i18next'
import { useConfig } from '../../../lib/config'
import { InfoMessage } from '../../../ui/message/info-message'
import { SupportContact } from '../support'
import type { NotApprovedState } from './not-approved-state'

/** Instead of the form: what happens next with an account that nobody has let in. */
export function NotApproved({ state }: { state: NotApprovedState }) {
  const { t } = useTranslation('account')
  const { sendsMail } = useConfig()
  const isWaiting = state === 'waits'
  return (
    <div className="stack gap-8" role="status">
      <h2>{t(isWaiting ? 'waits.title' : 'refused.title')}</h2>
      <p>{t(isWaiting ? 'waits.text' : 'refused.text')}</p>
      {isWaiting && <InfoMessage>{t(sendsMail ? 'waits.mail' : 'waits.no-mail')}</InfoMessage>}
      <p>
        <SupportContact />
      </p>
    </div>
  )
}
