import { formatList, type WaitingPage } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api/api-error'
import { formatDateTime } from '../../lib/format/format'
import { useLanguage } from '../../lib/i18n/i18n'
import { Button } from '../../ui/button/button'
import { Card } from '../../ui/card/card'
import lines from '../../ui/list/lines.module.css'
import styles from '../../ui/list/list.module.css'
import { showToast } from '../../ui/toast/toasts'
import { usePageDecision, waitingPagesQuery } from './api'

/** Pages that name a bank and are not public before somebody has read them; nothing while none waits. */
export function WaitingPages({ mayUpdate }: { mayUpdate: boolean }) {
  const { t } = useTranslation('code-reports')
  const { data: pages = [] } = useQuery(waitingPagesQuery)
  if (pages.length === 0) return null
  return (
    <Card isPadded className="stack gap-6" aria-labelledby="waiting-pages">
      <h2 id="waiting-pages">{t('pages.title')}</h2>
      <p className="small muted">{t('pages.text')}</p>
      <ul className={lines.log}>
        {pages.map((page) => (
          <li key={page.id}>
            <Waiting page={page} mayUpdate={mayUpdate} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Waiting({ page, mayUpdate }: { page: WaitingPage; mayUpdate: boolean }) {
  const { t } = useTranslation('code-reports')
  const language = useLanguage()
  const decision = usePageDecision(page.id)
  const { link, owner, names, texts, addresses, requestedAt } = page
  const decide = (action: 'approve' | 'refuse') =>
    decision.mutate(action, {
      onError: (error) => showToast({ kind: 'error', title: messageOf(error, '') }),
      onSuccess: () => showToast({ kind: 'success', title: t(`done.${action}`) }),
    })
  return (
    <div className="stack gap-4">
      <b>
        <bdi dir="ltr">{link.replace(/^https?:\/\//, '')}</bdi>
      </b>
      <span className="small">{t('pages.names', { names: formatList(names, language) })}</span>
      <span className={`fine muted ${styles.small}`}>
        <bdi dir="ltr">{owner.email || owner.id}</bdi> · <bdi dir="ltr">{formatDateTime(requestedAt)}</bdi>
      </span>
      <ul className="small">
        {[...texts, ...addresses].map((text) => (
          <li key={text}>
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
      {mayUpdate && (
        <div className={`wrap gap-4 ${styles.formActs}`}>
          <Button variant="default" loading={decision.isPending} onClick={() => decide('refuse')}>
            {t('pages.refuse')}
          </Button>
          <Button loading={decision.isPending} onClick={() => decide('approve')}>
            {t('pages.approve')}
          </Button>
        </div>
      )}
    </div>
  )
}
