import {
  type MailPreferences,
  type Profile,
  REFUSABLE_KINDS,
  type UpdateMailPreferences,
} from '@scanleaf/shared'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { putData } from '../../../lib/api/query-client'
import { useConfig } from '../../../lib/config'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { useDeferredData } from '../../../lib/use-deferred-data'
import { Card } from '../../../ui/card/card'
import { ListSkeleton } from '../../../ui/list/list-skeleton'
import { InfoMessage } from '../../../ui/message/info-message'
import { LoadError } from '../../../ui/state/load-error'
import { Switch } from '../../../ui/switch/switch'
import { showToast } from '../../../ui/toast/toasts'
import { fetchMailPreferences, updateMailPreferences } from '../api'
import { EmailState } from './email-state'
import styles from './profile-page.module.css'

const preferencesQuery = queryOptions({
  queryKey: ['account', 'mail'],
  queryFn: ({ signal }) => fetchMailPreferences(signal),
  staleTime: 60_000,
})

/** Where emails go, problems of delivery, and email preferences. */
export function MailCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation('mail-settings')
  const { sendsMail } = useConfig()
  const preferences = useQuery(preferencesQuery)
  const data = useDeferredData(preferences.data)
  return (
    <Card isPadded>
      <div className="stack gap-8">
        <div>
          <h2>{t('title')}</h2>
          <p className={`muted ${styles.text}`}>{t('text')}</p>
        </div>
        {sendsMail ? (
          <EmailState profile={profile} hasFailed={Boolean(data?.failedAt)} />
        ) : (
          <InfoMessage>{t('off')}</InfoMessage>
        )}
        {!data && !preferences.isError && <ListSkeleton rows={5} />}
        {preferences.isError && !data && (
          <LoadError title={t('load-error')} text={preferences.error.message} onRetry={preferences.refetch} />
        )}
        {data && <Preferences preferences={data} isAlone={!profile.sharesWorkspaces} />}
      </div>
    </Card>
  )
}

function Preferences({ preferences, isAlone }: { preferences: MailPreferences; isAlone: boolean }) {
  const { t } = useTranslation('mail-settings')
  const queries = useQueryClient()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const save = useMutation({
    mutationFn: updateMailPreferences,
    onSuccess: (saved) => {
      putData(queries, preferencesQuery.queryKey, saved)
      showToast({ kind: 'success', title: t('saved') })
    },
    onError: (error) => showToast({ kind: 'error', title: error.message }),
  })
  // An optimistic update, reverted when it could not be saved.
  const { refused, weeklyReport } = { ...preferences, ...(save.isPending && save.variables) }
  const { workspaces } = preferences
  const wished = save.isPending ? save.variables.workspace : undefined
  const change = (wish: UpdateMailPreferences) => !save.isPending && save.mutate({ ...wish, timeZone })
  return (
    <div className={`stack gap-6 ${styles.kinds}`}>
      {REFUSABLE_KINDS.filter((kind) => kind !== 'members-changed' || !isAlone).map((kind) => (
        <Switch
          key={kind}
          label={t(`kind.${kind}`)}
          isOn={!refused?.includes(kind)}
          onChange={(isOn) =>
            change({
              refused: REFUSABLE_KINDS.filter((other) =>
                other === kind ? !isOn : preferences.refused.includes(other),
              ),
            })
          }
        />
      ))}
      <Switch
        label={t('kind.weekly-report')}
        hint={t('weekly.hint', { zone: timeZone })}
        isOn={weeklyReport === true}
        onChange={(isOn) => change({ weeklyReport: isOn })}
      />
      {workspaces.map(({ id, name, weeklyReport }) => (
        <Switch
          key={id}
          label={t('weekly.of', { workspace: bidiIsolate(name) })}
          isOn={wished?.id === id ? wished.weeklyReport : weeklyReport}
          onChange={(isOn) => change({ workspace: { id, weeklyReport: isOn } })}
        />
      ))}
    </div>
  )
}
