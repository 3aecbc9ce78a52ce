import { API_KEY_ENDS_SOON_DAYS, type ApiKey, type CreatedFeed } from '@scanleaf/shared'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api/api-error'
import { useConfirmed } from '../../lib/api/confirmation'
import { formatDate, formatDateTime } from '../../lib/format/format'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { Badge } from '../../ui/badge/badge'
import { Button } from '../../ui/button/button'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog'
import { showToast } from '../../ui/toast/toasts'
import { useReplaceFeed, useRevokeApiKey } from './api'
import styles from './api-keys.module.css'
import { EditKeyDialog } from './edit-key-dialog'
import { SCOPE_TEXTS } from './scope-texts'

const DAY_MS = 24 * 60 * 60_000

interface KeyLineProps {
  apiKey: ApiKey
  /** A feed link has a new address. */
  onReplaced: (feed: CreatedFeed) => void
}

/** One key: what it may do, until when, when it was used last; and how it is revoked, a feed link replaced. */
export function KeyLine({ apiKey, onReplaced }: KeyLineProps) {
  const { id, name, start, ...key } = apiKey
  const { t } = useTranslation('api-keys')
  const [isAsking, setIsAsking] = useState(false)
  const [isEditing, setIsEditing] = useState(false)
  const revoke = useRevokeApiKey()
  const names = { name: bidiIsolate(name) }
  const used = key.lastUsedAt
    ? t('used', { time: bidiIsolate(formatDateTime(key.lastUsedAt)) })
    : t('used.never')
  return (
    <li className={styles.line}>
      <div className={styles.what}>
        <b>
          <bdi>{name}</bdi> <code dir="ltr">{key.clientHost || `${start}…`}</code>
        </b>
        {key.feed && <span className="small">{t('feed')}</span>}
        <span className="small muted">{key.scopes.map((scope) => t(SCOPE_TEXTS[scope])).join(' · ')}</span>
        <span className="small muted">
          {used} · {t('by', { email: bidiIsolate(key.createdBy) })}
        </span>
      </div>
      <Expiry at={key.expiresAt} />
      <Button
        size="sm"
        variant="subtle"
        aria-label={`${t('edit')}: ${name}`}
        onClick={() => setIsEditing(true)}
      >
        {t('edit')}
      </Button>
      {isEditing && <EditKeyDialog apiKey={apiKey} onClose={() => setIsEditing(false)} />}
      {key.feed && <ReplaceFeed id={id} name={name} onReplaced={onReplaced} />}
      <Button
        size="sm"
        variant="subtle"
        color="red"
        aria-label={`${t('revoke')}: ${name}`}
        onClick={() => setIsAsking(true)}
      >
        {t('revoke')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('revoke.title', names)}
        text={t('revoke.text')}
        confirmLabel={t('revoke')}
        isDangerous
        isPending={revoke.isPending}
        onConfirm={() =>
          revoke.mutate(id, {
            onSuccess: () => setIsAsking(false),
            onError: (error) => showToast({ kind: 'error', title: messageOf(error, error.message) }),
          })
        }
        onClose={() => setIsAsking(false)}
      />
    </li>
  )
}

function ReplaceFeed({
  id,
  name,
  onReplaced,
}: Pick<ApiKey, 'id' | 'name'> & Pick<KeyLineProps, 'onReplaced'>) {
  const { t } = useTranslation('api-keys')
  const [isAsking, setIsAsking] = useState(false)
  const confirmed = useConfirmed()
  const { mutateAsync } = useReplaceFeed()
  const replace = useMutation({
    mutationFn: () => confirmed(() => mutateAsync(id)),
    onSuccess: (feed) => {
      setIsAsking(false)
      onReplaced(feed)
    },
    onError: (error) => showToast({ kind: 'error', title: messageOf(error, error.message) }),
  })
  return (
    <>
      <Button
        size="sm"
        variant="subtle"
        aria-label={`${t('replace')}: ${name}`}
        onClick={() => setIsAsking(true)}
      >
        {t('replace')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('replace.title', { name: bidiIsolate(name) })}
        text={t('replace.text')}
        confirmLabel={t('replace')}
        isPending={replace.isPending}
        onConfirm={() => replace.mutate()}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}

function Expiry({ at }: { at: string | null }) {
  const { t } = useTranslation('api-keys')
  if (at === null) return <span className="small muted">{t('no-expiry')}</span>
  const leftMs = Date.parse(at) - Date.now()
  if (leftMs <= 0) return <Badge tone="bad">{t('expired')}</Badge>
  const text = t('expires', { day: bidiIsolate(formatDate(at)) })
  if (leftMs < API_KEY_ENDS_SOON_DAYS * DAY_MS) return <Badge tone="warning">{text}</Badge>
  return <span className="small muted">{text}</span>
}
