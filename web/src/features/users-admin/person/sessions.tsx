import type { UserDetails } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { formatDateTime } from '../../../lib/format/format'
import { Button } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import lines from '../../../ui/list/lines.module.css'
import styles from '../../../ui/list/list.module.css'
import { showToast } from '../../../ui/toast/toasts'
import { sessionsQuery, useEndSessions } from '../api'
import own from '../users-admin.module.css'

/** Where a user is signed in; never by which token. */
export function Sessions({ user, mayEdit }: { user: UserDetails; mayEdit: boolean }) {
  const { t } = useTranslation('users-admin')
  const { data: sessions = [] } = useQuery(sessionsQuery(user.id))
  const [isAsking, setIsAsking] = useState(false)
  const end = useEndSessions(user.id)
  const endNow = (session?: string) =>
    end.mutate(session, {
      onSuccess: () => showToast({ kind: 'success', title: t('act.end-sessions') }),
      onError: (error) => showToast({ kind: 'error', title: messageOf(error, '') }),
      onSettled: () => setIsAsking(false),
    })
  return (
    <Card isPadded className={`gap-5 ${own.part}`} aria-labelledby={`sessions-${user.id}`}>
      <h2 id={`sessions-${user.id}`}>{t('sessions')}</h2>
      {sessions.length === 0 && <p className="small muted">{t('sessions.empty')}</p>}
      <ul className={`${lines.log} ${own.sessions}`}>
        {sessions.map(({ id, label, country, createdAt, lastUsedAt, isCurrent }) => (
          <li key={id}>
            <div>
              {t('session.since', { time: formatDateTime(createdAt) })}
              {label !== '' && (
                <span className={`fine muted ${styles.small}`}>
                  <bdi>{[label, country].filter(Boolean).join(' · ')}</bdi>
                </span>
              )}
              {isCurrent && <b> · {t('session.current')}</b>}
              {lastUsedAt !== null && (
                <span className={`fine muted ${styles.small}`}>
                  {t('session.used', { time: formatDateTime(lastUsedAt) })}
                </span>
              )}
            </div>
            {mayEdit && (
              <Button
                size="sm"
                variant="subtle"
                aria-label={`${t('session.end')}: ${formatDateTime(createdAt)}`}
                onClick={() => endNow(id)}
              >
                {t('session.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayEdit && sessions.length > 1 && (
        <Button
          variant="default"
          size="sm"
          color="red"
          className={own.save ?? ''}
          onClick={() => setIsAsking(true)}
        >
          {t('sessions.end')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('sessions.end.title', { name: user.username })}
        text={t('sessions.end.text')}
        confirmLabel={t('sessions.end')}
        isDangerous
        isPending={end.isPending}
        onConfirm={() => endNow()}
        onClose={() => setIsAsking(false)}
      />
    </Card>
  )
}
