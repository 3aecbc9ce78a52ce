import { displayName, type UserSession } from '@scanleaf/shared'
import IconDeviceLaptop from '@tabler/icons-react/dist/esm/icons/IconDeviceLaptop.mjs'
import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { useConfig } from '../../../lib/config'
import { formatDateTime } from '../../../lib/format/format'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Badge } from '../../../ui/badge/badge'
import { Button } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import lines from '../../../ui/list/lines.module.css'
import { ListSkeleton } from '../../../ui/list/list-skeleton'
import { LoadError } from '../../../ui/state/load-error'
import { showToast } from '../../../ui/toast/toasts'
import { sessionsQuery, useEndSession } from './api'
import { EndAll } from './end-all'
import styles from './security.module.css'
import { SecurityLine } from './security-line'

/** Where the account is signed in; sessions end one by one, all but this one, or all. */
export function SessionsCard() {
  const { t } = useTranslation('security')
  const { data: sessions, isError, refetch } = useQuery(sessionsQuery)
  const end = useEndSession()
  const endNow = (which: string) =>
    end.mutate(which, {
      onSuccess: () => showToast({ kind: 'success', title: t('sessions.ended') }),
      onError: (error) => showToast({ kind: 'error', title: messageOf(error, '') }),
    })
  return (
    <Card aria-labelledby="sessions">
      <div className={`wrap ${styles.head}`}>
        <div>
          <h2 id="sessions">{t('sessions')}</h2>
          <p className="small muted">{t('sessions.text')}</p>
        </div>
      </div>
      {!sessions && (isError ? <LoadError onRetry={() => refetch()} /> : <ListSkeleton rows={2} />)}
      {sessions && (
        <ul className={`${lines.lines} ${styles.lines}`}>
          {sessions.map((session) => (
            <SessionLine key={session.id} session={session} onEnd={() => endNow(session.id)} />
          ))}
        </ul>
      )}
      {sessions && (
        <div className={`wrap ${styles.foot}`}>
          {sessions.length > 1 && (
            <Button variant="default" size="sm" color="red" onClick={() => endNow('others')}>
              {t('sessions.end-others')}
            </Button>
          )}
          <EndAll />
        </div>
      )}
    </Card>
  )
}

const PHONES = /\b(Android|iOS)$/

function SessionLine({ session, onEnd }: { session: UserSession; onEnd: () => void }) {
  const { t } = useTranslation('security')
  const language = useLanguage()
  const { signInProviders } = useConfig()
  const label = session.label || t('sessions.unknown')
  const Icon = PHONES.test(session.label) ? IconDeviceMobile : IconDeviceLaptop
  const provider = signInProviders.find(({ name }) => name === session.provider)?.label ?? session.provider
  const methodText =
    provider === ''
      ? t(`method.${session.method}`)
      : t(session.method === 'password' ? 'method.provider' : 'method.provider-factor', { provider })
  const text = [
    session.country && displayName('region', session.country, language),
    t('used', { time: formatDateTime(session.lastUsedAt ?? session.createdAt) }),
    methodText,
  ]
  return (
    <li className={styles.line}>
      <SecurityLine
        icon={<Icon size={20} stroke={1.7} aria-hidden />}
        title={label}
        badge={session.isCurrent && <Badge tone="good">{t('sessions.current')}</Badge>}
        text={text.filter(Boolean).join(' · ')}
      >
        {!session.isCurrent && (
          <Button variant="default" size="sm" aria-label={`${t('sessions.end')}: ${label}`} onClick={onEnd}>
            {t('sessions.end')}
          </Button>
        )}
      </SecurityLine>
    </li>
  )
}
