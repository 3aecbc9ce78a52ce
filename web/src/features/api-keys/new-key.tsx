import type { CreatedApiKey, CreatedFeed } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { ShownOnce } from '../../ui/shown-once/shown-once'
import { feedAddress } from './feed-address'

/** A key that was just made, which nobody is shown again. */
export function NewKey({ created, onSaved }: { created: CreatedApiKey; onSaved: () => void }) {
  const { t } = useTranslation('api-keys')
  return (
    <ShownOnce
      title={t('ready', { name: bidiIsolate(created.name) })}
      text={t('shown-once')}
      secrets={[{ value: created.secret }]}
      onSaved={onSaved}
    >
      <p className="small">{t('no-browser')}</p>
    </ShownOnce>
  )
}

/** The new address of a feed link. */
export function ReplacedFeed({ feed, onSaved }: { feed: CreatedFeed; onSaved: () => void }) {
  const { t } = useTranslation('api-keys')
  return (
    <ShownOnce
      title={t('replaced', { name: bidiIsolate(feed.name) })}
      text={t('shown-once')}
      secrets={[{ value: feedAddress(feed) }]}
      onSaved={onSaved}
    />
  )
}
