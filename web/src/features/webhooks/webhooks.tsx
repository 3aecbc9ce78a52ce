import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../lib/config'
import { Button } from '../../ui/button/button'
import { Card } from '../../ui/card/card'
import { ListSkeleton } from '../../ui/list/list-skeleton'
import { InfoMessage } from '../../ui/message/info-message'
import { LoadError } from '../../ui/state/load-error'
import { webhooksQuery } from './api'
import { Deliveries } from './deliveries'
import { type GivenSecrets, Secrets } from './secrets'
import { WebhookCard } from './webhook-card'
import { WebhookDialog } from './webhook-dialog'
import styles from './webhooks.module.css'

const SETTING = 'OUTSIDE_CALLS=off'

/** /settings/webhooks: addresses to which events of this workspace are sent, and what was sent. */
export function Webhooks() {
  const { t } = useTranslation(['webhooks', 'errors'])
  const { callsOutside } = useConfig()
  const webhooks = useQuery(webhooksQuery)
  const [isCreating, setIsCreating] = useState(false)
  const [opened, setOpened] = useState<string | null>(null)
  const [secrets, setSecrets] = useState<GivenSecrets | null>(null)
  const list = webhooks.data
  // One webhook alone shows its deliveries by itself.
  const shown = list?.length === 1 ? list[0]?.id : opened
  return (
    <div className={styles.all}>
      <Card isPadded aria-labelledby="webhooks" className={styles.intro ?? ''}>
        <div className={styles.head}>
          <div>
            <h2 id="webhooks">{t('title')}</h2>
            <p className="small muted">{t('text')}</p>
          </div>
          {callsOutside && (
            <Button variant="filled" onClick={() => setIsCreating(true)}>
              {t('create')}
            </Button>
          )}
        </div>
        {!callsOutside && (
          <InfoMessage>
            {t('errors:OutsideCallsOff')} <code dir="ltr">{SETTING}</code>
          </InfoMessage>
        )}
        {secrets && <Secrets secrets={secrets} onSaved={() => setSecrets(null)} />}
        {!list && (webhooks.isError ? <LoadError onRetry={webhooks.refetch} /> : <ListSkeleton rows={2} />)}
        {list?.length === 0 && <p className="muted">{t('empty')}</p>}
      </Card>
      {list?.map((webhook) => (
        <div key={webhook.id} className={styles.all}>
          <WebhookCard
            webhook={webhook}
            isOpen={webhook.id === shown}
            onToggle={list.length === 1 ? null : () => setOpened(webhook.id === opened ? null : webhook.id)}
            onSecrets={setSecrets}
          />
          {webhook.id === shown && <Deliveries webhook={webhook} />}
        </div>
      ))}
      {isCreating && (
        <WebhookDialog
          onCreated={(created) => {
            setSecrets(created)
            setOpened(created.id)
          }}
          onClose={() => setIsCreating(false)}
        />
      )}
    </div>
  )
}
