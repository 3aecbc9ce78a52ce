import type { UserDetails } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { formatDate } from '../../../lib/format/format'
import { Button } from '../../../ui/button/button'
import { showToast } from '../../../ui/toast/toasts'
import { useChangeUser, useKeepUser } from '../api'
import own from '../users-admin.module.css'
import { ApproveButton, Refusal } from './approval'

/** What is not as usual with a person, each with the way back; nothing for most people. */
export function Standing({
  user,
  mayEdit,
  mayKeep,
}: {
  user: UserDetails
  mayEdit: boolean
  /** May take back a deletion. */
  mayKeep: boolean
}) {
  const { t } = useTranslation('users-admin')
  const { approval, suspendedAt, deletion } = user
  return (
    <>
      {approval !== 'approved' && (
        <div className={`row wrap ${own.standing}`} data-tone={approval === 'waiting' ? 'pending' : 'bad'}>
          <p>{t(`state.${approval}`)}</p>
          {mayEdit && approval === 'waiting' && <Refusal user={user} />}
          {mayEdit && <ApproveButton user={user} />}
        </div>
      )}
      {suspendedAt !== null && (
        <div className={`row wrap ${own.standing}`} data-tone="bad">
          <p>{`${t('state.suspended')} · ${formatDate(suspendedAt)}`}</p>
          {mayEdit && <Resume user={user} />}
        </div>
      )}
      {deletion && (
        <div className={`row wrap ${own.standing}`} data-tone="bad">
          <p>{t('deleting', { day: formatDate(deletion.at) })}</p>
          {mayKeep && <Keep user={user} />}
        </div>
      )}
    </>
  )
}

const showFailure = (error: unknown) => showToast({ kind: 'error', title: messageOf(error, '') })

function Resume({ user }: { user: UserDetails }) {
  const { t } = useTranslation('users-admin')
  const change = useChangeUser(user.id)
  const onSuccess = () => showToast({ kind: 'success', title: t('act.resume') })
  return (
    <Button
      variant="default"
      loading={change.isPending}
      onClick={() => change.mutate({ suspended: false }, { onSuccess, onError: showFailure })}
    >
      {t('resume')}
    </Button>
  )
}

function Keep({ user }: { user: UserDetails }) {
  const { t } = useTranslation('users-admin')
  const keep = useKeepUser(user.id)
  const onSuccess = () => showToast({ kind: 'success', title: t('act.keep') })
  return (
    <Button
      variant="default"
      loading={keep.isPending}
      onClick={() => keep.mutate(undefined, { onSuccess, onError: showFailure })}
    >
      {t('deletion.keep')}
    </Button>
  )
}
