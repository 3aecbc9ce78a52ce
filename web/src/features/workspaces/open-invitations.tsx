import type { WorkspaceInvitation } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api/api-error'
import { formatDate } from '../../lib/format/format'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { Button } from '../../ui/button/button'
import { Card } from '../../ui/card/card'
import lines from '../../ui/list/lines.module.css'
import list from '../../ui/list/list.module.css'
import { showToast } from '../../ui/toast/toasts'
import { invitationsQuery, useWithdraw } from './api'
import styles from './workspaces.module.css'

/** Invitations that nobody has accepted; nothing while there is none. */
export function OpenInvitations() {
  const { t } = useTranslation('workspaces')
  const { data: invitations } = useQuery(invitationsQuery)
  if (!invitations || invitations.length === 0) return null
  return (
    <Card isPadded aria-labelledby="open-invitations">
      <h2 id="open-invitations" className={styles.title}>
        {t('pending')}
      </h2>
      <ul className={lines.lines}>
        {invitations.map((invitation) => (
          <InvitationLine key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Card>
  )
}

function InvitationLine({ invitation: { id, email, role, expiresAt } }: { invitation: WorkspaceInvitation }) {
  const { t } = useTranslation('workspaces')
  const withdraw = useWithdraw()
  const title = email === '' ? t('pending.link') : email
  const when = { role: t(`role.${role}`), day: bidiIsolate(formatDate(expiresAt)) }
  return (
    <li className={styles.line}>
      <div className={styles.who}>
        <bdi>{title}</bdi>
        <span className={list.small}>{t('pending.expires', when)}</span>
      </div>
      <Button
        size="sm"
        variant="subtle"
        color="red"
        aria-label={`${t('pending.withdraw')}: ${title}`}
        loading={withdraw.isPending}
        onClick={() =>
          withdraw.mutate(id, {
            onError: (error) => showToast({ kind: 'error', title: messageOf(error, error.message) }),
          })
        }
      >
        {t('pending.withdraw')}
      </Button>
    </li>
  )
}
