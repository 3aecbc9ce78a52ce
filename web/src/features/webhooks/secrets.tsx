import type { CreatedWebhook, ReplacedSecret, WebhookSecrets } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { ShownOnce } from '../../ui/shown-once/shown-once'

/** Of a new webhook, after they were replaced, or as they were asked for of an address. */
export type GivenSecrets = CreatedWebhook | ReplacedSecret | (WebhookSecrets & { of: string })

/** What a receiver needs to check where messages come from. */
export function Secrets({ secrets, onSaved }: { secrets: GivenSecrets; onSaved: () => void }) {
  const { t } = useTranslation('webhooks')
  const token = 'token' in secrets ? secrets.token : null
  const title =
    'of' in secrets
      ? t('shown', { host: bidiIsolate(new URL(secrets.of).host) })
      : t('url' in secrets ? 'ready' : 'replaced')
  return (
    <ShownOnce
      title={title}
      text={t('copy')}
      secrets={[
        { label: t('secret'), value: secrets.secret },
        { label: t('secret.text'), value: secrets.secretText },
        ...(token === null ? [] : [{ label: t('token'), value: token }]),
      ]}
      onSaved={onSaved}
    />
  )
}
