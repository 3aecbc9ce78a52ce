import type { UserAction } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../lib/format/format'
import lines from '../../ui/list/lines.module.css'
import styles from '../../ui/list/list.module.css'
import { actionsQuery } from './api'

/** What operators did to a user, the latest first. */
export function History({ userId }: { userId: string }) {
  const { t } = useTranslation('users-admin')
  const { data: actions = [] } = useQuery(actionsQuery(userId))
  return (
    <section className={styles.part} aria-labelledby={`history-${userId}`}>
      <h2 id={`history-${userId}`}>{t('history')}</h2>
      {actions.length === 0 && <p className={styles.formNote}>{t('history.empty')}</p>}
      <ul className={lines.log}>
        {actions.map((action) => (
          <li key={action.id}>
            <div>
              <HistoryAction action={action} />
              {action.reason !== '' && (
                <span className={styles.small}>
                  <bdi>{action.reason}</bdi>
                </span>
              )}
              <span className={styles.small}>
                <bdi dir="ltr">{formatDateTime(action.at)}</bdi> · <bdi dir="ltr">{action.by}</bdi>
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function HistoryAction({ action: { action, resource, from, to } }: { action: UserAction }) {
  const { t } = useTranslation('users-admin')
  if (action === 'role') return `${t('role')}: ${t(`role.${from}`)} → ${t(`role.${to}`)}`
  if (action === 'permission') return `${t(`resource.${resource}`)}: ${from} → ${to}`
  return t(`act.${action === 'end-session' ? 'end-sessions' : action}`)
}
