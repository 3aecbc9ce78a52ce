import { hasCapability, rolesUnder, type Workspace, type WorkspaceMember } from '@scanleaf/shared'
import IconUserMinus from '@tabler/icons-react/dist/esm/icons/IconUserMinus.mjs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api/api-error'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { Button, IconButton } from '../../ui/button/button'
import { Card } from '../../ui/card/card'
import { SelectField } from '../../ui/field/select-field'
import lines from '../../ui/list/lines.module.css'
import list from '../../ui/list/list.module.css'
import { ListSkeleton } from '../../ui/list/list-skeleton'
import { LoadError } from '../../ui/state/load-error'
import { showToast } from '../../ui/toast/toasts'
import { membersQuery, useChangeRole, workspaceId, workspacesQuery } from './api'
import { History } from './history'
import { InviteForm } from './invite-form'
import { CreateForm, RenameForm } from './name-forms'
import { OpenInvitations } from './open-invitations'
import { Ownership } from './ownership'
import { Removal } from './removal'
import styles from './workspaces.module.css'

/** /settings/members: who works here, in which role, and who is invited; the name of the workspace, and a further one. */
export function Members() {
  const { t } = useTranslation('workspaces')
  const members = useQuery(membersQuery)
  const { data: workspaces } = useQuery(workspacesQuery)
  const workspace = workspaces?.find(({ id }) => id === workspaceId())
  const mayInvite = workspace !== undefined && hasCapability(workspace.role, 'members:write')
  return (
    <div className="stack gap-8">
      {mayInvite && <InviteForm roles={rolesUnder(workspace.role)} />}
      <Card isPadded aria-labelledby="members">
        <h2 id="members" className={styles.title}>
          {t('members')}
        </h2>
        {!members.data &&
          (members.isError ? <LoadError onRetry={() => members.refetch()} /> : <ListSkeleton rows={3} />)}
        {members.data && workspace && (
          <ul className={lines.lines}>
            {members.data.map((member) => (
              <MemberLine key={member.userId} member={member} workspace={workspace} />
            ))}
          </ul>
        )}
      </Card>
      {mayInvite && <OpenInvitations />}
      {workspace && members.data && members.data.length > 1 && (
        <Ownership workspace={workspace} members={members.data} />
      )}
      {workspace && workspace.members > 1 && hasCapability(workspace.role, 'history:read') && <History />}
      {workspace && hasCapability(workspace.role, 'workspace:write') && <RenameForm workspace={workspace} />}
      <CreateForm />
    </div>
  )
}

function MemberLine({ member, workspace }: { member: WorkspaceMember; workspace: Workspace }) {
  const { t } = useTranslation('workspaces')
  const [isAsking, setIsAsking] = useState(false)
  const change = useChangeRole()
  const roles = rolesUnder(workspace.role)
  const mayChange = !member.isYou && roles.includes(member.role)
  const mayLeave = member.isYou && member.role !== 'owner'
  const names = { name: bidiIsolate(member.name), workspace: bidiIsolate(workspace.name) }
  const fail = (error: Error) => showToast({ kind: 'error', title: messageOf(error, error.message) })
  const removing = mayLeave ? t('leave', names) : t('remove', names)
  return (
    <li className={styles.line}>
      <div className={styles.who}>
        <b>
          <bdi>{member.name}</bdi>
          {member.isYou && <span className={styles.you}>{t('you')}</span>}
        </b>
        <bdi dir="ltr" className={list.small}>
          {member.email}
        </bdi>
      </div>
      {mayChange ? (
        <SelectField
          label={t('role-of', names)}
          hidesLabel
          className={styles.role}
          value={member.role}
          disabled={change.isPending}
          onChange={({ currentTarget: { value } }) => {
            const role = roles.find((each) => each === value)
            if (role && role !== 'owner') change.mutate({ userId: member.userId, role }, { onError: fail })
          }}
        >
          {roles.map((role) => (
            <option key={role} value={role}>
              {t(`role.${role}`)}
            </option>
          ))}
        </SelectField>
      ) : (
        <span>{t(`role.${member.role}`)}</span>
      )}
      {mayChange && (
        <IconButton aria-label={removing} title={removing} onClick={() => setIsAsking(true)}>
          <IconUserMinus size={18} stroke={1.7} aria-hidden />
        </IconButton>
      )}
      {mayLeave && (
        <Button size="sm" variant="subtle" color="red" onClick={() => setIsAsking(true)}>
          {removing}
        </Button>
      )}
      <Removal member={member} workspace={workspace} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </li>
  )
}
