import { formatNumber, type Webhook } from '@scanleaf/shared'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api/api-error'
import { formatDateTime } from '../../lib/format/format'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../lib/i18n/i18n'
import { Badge, type BadgeProps } from '../../ui/badge/badge'
import { Button } from '../../ui/button/button'
import { Card } from '../../ui/card/card'
import { showToast } from '../../ui/toast/toasts'
import { useTestWebhook } from './api'
import { isAccepted, outcomeText } from './outcome'
import type { GivenSecrets } from './secrets'
import { WebhookMenu } from './webhook-menu'
import styles from './webhooks.module.css'

interface WebhookCardProps {
  webhook: Webhook
  /** Its deliveries are shown below. */
  isOpen: boolean
  /** Null where they always are. */
  onToggle: (() => void) | null
  onSecrets: (secrets: GivenSecrets) => void
}

/** One webhook: whether it delivers, what it is sent, and what can be done with it. */
export function WebhookCard({ webhook, isOpen, onToggle, onSecrets }: WebhookCardProps) {
  const { t } = useTranslation('webhooks')
  const language = useLanguage()
  const titleId = useId()
  const test = useTestWebhook(webhook.id)
  const host = bidiIsolate(new URL(webhook.url).host)
  const [state, tone] = stateOf(webhook)
  const figures = [
    { label: t('last-day'), value: webhook.acceptedLastDay },
    { label: t('waiting'), value: webhook.waiting },
    { label: t('failed'), value: webhook.failed },
  ]
  const sendTest = () =>
    test.mutate(undefined, {
      onSuccess: (outcome) => {
        const title = t('test.answer', { host, answer: outcomeText(t, outcome) })
        showToast({ kind: isAccepted(outcome) ? 'success' : 'error', title })
      },
      onError: (error) => showToast({ kind: 'error', title: messageOf(error, error.message) }),
    })
  return (
    <Card aria-labelledby={titleId} className={styles.card ?? ''}>
      <div className={styles.top}>
        <div className={styles.what}>
          <div className="row wrap gap-4">
            <h2 id={titleId} className={styles.url} dir="ltr">
              {webhook.url}
            </h2>
            <Badge tone={tone}>{t(`state.${state}`)}</Badge>
          </div>
          <ul className={styles.events}>
            {webhook.events.map((event) => (
              <li key={event} title={t(`event.${event}`)}>
                <code dir="ltr">{event}</code>
              </li>
            ))}
          </ul>
          <Trouble webhook={webhook} host={host} />
        </div>
        <div className="row gap-4">
          <Button
            variant="default"
            leftSection={<IconPlayerPlay size={15} stroke={1.7} aria-hidden />}
            loading={test.isPending}
            onClick={sendTest}
          >
            {t('test')}
          </Button>
          <WebhookMenu webhook={webhook} onSecrets={onSecrets} />
        </div>
      </div>
      <div className={styles.figures}>
        {figures.map(({ label, value }) => (
          <span key={label} className="small">
            <span className="muted">{label}</span> <b>{formatNumber(value, language)}</b>
          </span>
        ))}
        {onToggle && (
          <Button size="sm" variant="subtle" aria-expanded={isOpen} onClick={onToggle}>
            {t('deliveries')}
          </Button>
        )}
      </div>
    </Card>
  )
}

/** Why nothing arrives, or which secret is still valid. */
function Trouble({ webhook, host }: { webhook: Webhook; host: string }) {
  const { t } = useTranslation('webhooks')
  const { offReason, failingSince, oldSecretUntil, enabled } = webhook
  if (offReason) return <p className={styles.trouble}>{t(`off.${offReason}`, { host })}</p>
  const at = (time: string) => ({ time: bidiIsolate(formatDateTime(time)) })
  return (
    <>
      {enabled && failingSince && <p className={styles.trouble}>{t('failing-since', at(failingSince))}</p>}
      {oldSecretUntil && <p className="small muted">{t('old-secret', at(oldSecretUntil))}</p>}
    </>
  )
}

function stateOf({
  enabled,
  offReason,
  failingSince,
  lastAcceptedAt,
}: Webhook): ['on' | 'new' | 'failing' | 'paused' | 'off', BadgeProps['tone']] {
  if (offReason) return ['off', 'bad']
  if (!enabled) return ['paused', 'plain']
  if (failingSince) return ['failing', 'warning']
  return lastAcceptedAt ? ['on', 'good'] : ['new', 'plain']
}
