import { formatList, isPermitted, type UserAction } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format/format'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Card } from '../../../ui/card/card'
import lines from '../../../ui/list/lines.module.css'
import styles from '../../../ui/list/list.module.css'
import { actionsQuery } from '../api'
import own from '../users-admin.module.css'
import { ACTIONS } from './permission-grid'

/** What operators did to a user, and to payments and codes of theirs, the latest first. */
export function History({ userId }: { userId: string }) {
  const { t } = useTranslation(['users-admin', 'code-reports'])
  const { data: actions = [] } = useQuery(actionsQuery(userId))
  return (
    <Card isPadded className={`gap-5 ${own.part}`} aria-labelledby={`history-${userId}`}>
      <h2 id={`history-${userId}`}>{t('history')}</h2>
      {actions.length === 0 && <p className="small muted">{t('history.empty')}</p>}
      <ul className={lines.log}>
        {actions.map((action) => (
          <li key={action.id}>
            <div>
              <HistoryAction action={action} />
              {action.isOwnCase && <b> · {t('history.own-case')}</b>}
              {action.reason !== '' && (
                <span className={`fine muted ${styles.small}`}>
                  <bdi>
                    {action.resource === 'code-reports'
                      ? t(`code-reports:reason.${action.reason}`)
                      : action.reason}
                  </bdi>
                </span>
              )}
              <span className={`fine muted ${styles.small}`}>
                <bdi dir="ltr">{formatDateTime(action.at)}</bdi> · <bdi dir="ltr">{action.by}</bdi>
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function HistoryAction({ action: { action, resource, from, to } }: { action: UserAction }) {
  const { t } = useTranslation(['users-admin', 'billing-admin', 'code-reports'])
  const language = useLanguage()
  if (action === 'role') return `${t('role')}: ${t(`role.${from}`)} → ${t(`role.${to}`)}`
  const actionsIn = (mask: string) =>
    formatList(
      ACTIONS.filter((each) => isPermitted(Number(mask), each)).map((each) => t(`action.${each}`)),
      language,
    ) || '–'
  if (action === 'permission') return `${t(`resource.${resource}`)}: ${actionsIn(from)} → ${actionsIn(to)}`
  if (action === 'site-setting')
    return `${t('act.site-setting')}: ${bidiIsolate(from || '–')} → ${bidiIsolate(to || '–')}`
  if (action === 'takedown-all') return t('code-reports:owner.done', { count: Number(to) })
  if (resource === 'code-reports')
    return t('billing-admin:act.of', { act: t(`code-reports:done.${action}`), reference: bidiIsolate(to) })
  if (resource === 'billing')
    return t('billing-admin:act.of', { act: t(`billing-admin:act.${action}`), reference: bidiIsolate(to) })
  return t(`act.${action === 'end-session' ? 'end-sessions' : action}`)
}
