import type { WaitingPage } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api/api-error'
import { formatDateTime } from '../../lib/format/format'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../lib/i18n/i18n'
import { Badge } from '../../ui/badge/badge'
import { Button } from '../../ui/button/button'
import { Card } from '../../ui/card/card'
import styles from '../../ui/list/list.module.css'
import { Phone, PhonePage } from '../../ui/phone/phone'
import { showToast } from '../../ui/toast/toasts'
import { usePageDecision, waitingPagesQuery } from './api'
import own from './code-reports.module.css'

/** Pages that name a bank and are not public before somebody has read them; nothing while none waits. */
export function WaitingPages({ mayUpdate }: { mayUpdate: boolean }) {
  const { t } = useTranslation('code-reports')
  const { data: pages = [] } = useQuery(waitingPagesQuery)
  if (pages.length === 0) return null
  return (
    <Card isPadded className={`stack gap-6 ${own.queue}`} aria-labelledby="waiting-pages">
      <h2 id="waiting-pages">{t('pages.title')}</h2>
      <p className="small muted">{t('pages.text')}</p>
      <ul className={own.pages}>
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
  const { link, name, previewUrl, owner, names, texts, addresses, requestedAt } = page
  const decide = (action: 'approve' | 'refuse') =>
    decision.mutate(action, {
      onError: (error) => showToast({ kind: 'error', title: messageOf(error, '') }),
      onSuccess: () => showToast({ kind: 'success', title: t(`done.${action}`) }),
    })
  return (
    <article className={own.waiting} aria-labelledby={`waiting-${page.id}`}>
      <div className={`gap-6 ${styles.part}`}>
        <h3 id={`waiting-${page.id}`}>
          <bdi>{name || link}</bdi>
        </h3>
        <span className={`small ${styles.content}`}>
          <bdi className={styles.reference} dir="ltr">
            {link.replace(/^https?:\/\//, '')}
          </bdi>
          <span className={`fine muted ${styles.small}`}>
            <bdi dir="ltr">{owner.email || owner.id}</bdi> ·{' '}
            <bdi dir="ltr">{formatDateTime(requestedAt)}</bdi>
          </span>
        </span>
        <ul className="wrap gap-4" aria-label={t('pages.names')}>
          {names.map((each) => (
            <li key={each}>
              <Badge tone="warning">{each}</Badge>
            </li>
          ))}
        </ul>
        <Lines title={t('pages.texts')} lines={texts.filter((text) => !addresses.includes(text))} />
        <Lines title={t('pages.links')} lines={addresses} dir="ltr" />
      </div>
      <Phone>
        <PhonePage
          title={t('pages.preview', { name: bidiIsolate(name) })}
          address={`${previewUrl}&lng=${language}`}
        />
      </Phone>
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
    </article>
  )
}

function Lines({ title, lines, dir }: { title: string; lines: readonly string[]; dir?: 'ltr' }) {
  if (lines.length === 0) return null
  return (
    <div className={own.lines}>
      <h4 className="fine muted">{title}</h4>
      {/* A long list scrolls, also by the keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <ul className="small" aria-label={title} tabIndex={0}>
        {lines.map((line) => (
          <li key={line}>
            <bdi dir={dir}>{line}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}
