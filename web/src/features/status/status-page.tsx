import { type InstallationStatus, STATUS_GROUPS, STATUS_THRESHOLDS } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../lib/format/format'
import { Banner, BannerStack } from '../../ui/banner/banner'
import { Card } from '../../ui/card/card'
import { ListSkeleton } from '../../ui/list/list-skeleton'
import { OperatorPage } from '../../ui/page/operator-page'
import { LoadError } from '../../ui/state/load-error'
import { statusQuery } from './api'
import { GroupCard, stateOfGroup } from './group-card'
import { SetUpList } from './set-up/set-up-list'
import { bySeverity, StateIcon } from './state-icon'
import styles from './status.module.css'

export interface StatusPageProps {
  /** Undefined until it is known. */
  canRead: boolean | undefined
}

/** /admin/status: what to look at when somebody phones. */
export function StatusPage({ canRead }: StatusPageProps) {
  const { t } = useTranslation('status')
  return (
    <OperatorPage title={t('title')} subtitle={t('subtitle')} canRead={canRead}>
      <Picture />
      <SetUpList frame={(list) => <Card className={styles.setUp ?? ''}>{list}</Card>} />
    </OperatorPage>
  )
}

/** The last picture stays while a refresh fails, and says of when it is. */
function Picture() {
  const { t } = useTranslation('status')
  const { data: status, isError, dataUpdatedAt, refetch } = useQuery(statusQuery)
  if (!status && isError)
    return (
      <Card>
        <LoadError onRetry={refetch} />
      </Card>
    )
  if (!status)
    return (
      <Card>
        <ListSkeleton />
      </Card>
    )
  const time = formatTime(new Date(dataUpdatedAt))
  return (
    <>
      {isError && (
        <BannerStack>
          <Banner tone="past-due">{t('stale', { time })}</Banner>
        </BannerStack>
      )}
      <Verdict status={status} time={time} />
      <div className={`gap-4 ${styles.groups}`}>
        {groupsOf(status).map(({ group, state }) => (
          <GroupCard key={group} group={group} state={state} status={status} />
        ))}
      </div>
    </>
  )
}

/** The groups that are there, what is wrong first. */
const groupsOf = (status: InstallationStatus) =>
  STATUS_GROUPS.flatMap((group) => {
    const state = stateOfGroup(group, status)
    return state === null ? [] : [{ group, state }]
  }).sort(bySeverity)

function Verdict({
  status: { state, broken, attention, figures },
  time,
}: {
  status: InstallationStatus
  time: string
}) {
  const { t } = useTranslation('status')
  const sentences = [
    ...(broken > 0 ? [t('sentence.broken', { count: broken })] : []),
    ...(attention > 0 ? [t('sentence.attention', { count: attention })] : []),
  ]
  return (
    <Card className={`row wrap ${styles.verdict}`} data-state={state}>
      <StateIcon state={state} size={28} />
      <p className={styles.sentence} role="status">
        {sentences.length > 0 ? sentences.join(' · ') : t('sentence.good')}
      </p>
      <p className={`small ${styles.refreshed}`}>{t('refreshed', { time })}</p>
      {sentences.length > 0 && (
        <ul className={styles.troubles}>
          {figures
            .filter((figure) => figure.state !== 'good')
            .map(({ check }) => (
              <li key={check}>
                <a href={`#status-${STATUS_THRESHOLDS[check].group}`}>{t(`check.${check}`)}</a>
              </li>
            ))}
        </ul>
      )}
    </Card>
  )
}
