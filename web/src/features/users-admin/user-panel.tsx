import type { UserDetails } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api/api-error'
import { Button } from '../../ui/button/button'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog'
import { FilterSelect } from '../../ui/list/filter-select'
import styles from '../../ui/list/list.module.css'
import { ListSkeleton } from '../../ui/list/list-skeleton'
import { LoadError } from '../../ui/state/load-error'
import { showToast } from '../../ui/toast/toasts'
import { useChangeUser, userQuery } from './api'
import { ApproveButton, Refusal } from './approval'
import { Deletion } from './deletion'
import { History } from './history'
import type { Rights } from './operator-rights'
import { PermissionGrid } from './permission-grid'
import { RecoveryLink } from './recovery-link'
import { ROLES } from './search'
import { Sessions } from './sessions'
import own from './users-admin.module.css'

export interface UserPanelProps {
  id: string
  rights: Rights
  OwnerTakedown: ComponentType<{ userId: string; name: string }> | null
}

/** All that an operator sees and does of one user. */
export function UserPanel({ id, rights, OwnerTakedown }: UserPanelProps) {
  const { data: user, isPending, refetch } = useQuery(userQuery(id))
  if (isPending) return <ListSkeleton rows={3} />
  if (!user) return <LoadError onRetry={() => refetch()} />
  // Nobody but an administrator touches an administrator.
  const isTouchable = rights.isAdmin || user.role !== 'admin'
  const mayEdit = rights.mayUpdate && isTouchable
  return (
    <div className={styles.form}>
      <div className={styles.parts}>
        <Access user={user} isAdmin={rights.isAdmin} />
        <Sessions userId={id} mayEdit={mayEdit} />
        <History userId={id} />
      </div>
      <div className={styles.formActs}>
        {OwnerTakedown && <OwnerTakedown userId={id} name={user.username} />}
        {mayEdit && user.approval !== 'approved' && <ApproveButton user={user} />}
        {mayEdit && user.approval === 'waiting' && <Refusal user={user} />}
        {mayEdit && id !== rights.ownId && <Suspension user={user} />}
        {mayEdit && user.suspendedAt === null && <RecoveryLink user={user} />}
        {rights.mayDelete && isTouchable && id !== rights.ownId && <Deletion user={user} />}
      </div>
    </div>
  )
}

/** Role and masks; for those who may not change them, as they are. */
function Access({ user, isAdmin }: { user: UserDetails; isAdmin: boolean }) {
  const { t } = useTranslation('users-admin')
  const change = useChangeUser(user.id)
  const [role, setRole] = useState(user.role)
  const [permissions, setPermissions] = useState(user.permissions)
  const isDirty = role !== user.role || JSON.stringify(permissions) !== JSON.stringify(user.permissions)
  const save = () =>
    change.mutate(
      { role, permissions },
      {
        onSuccess: () => showToast({ kind: 'success', title: t('saved') }),
        onError: (error) => {
          setRole(user.role)
          showToast({ kind: 'error', title: messageOf(error, '') })
        },
      },
    )
  return (
    <section className={styles.part} aria-labelledby={`access-${user.id}`}>
      <h2 id={`access-${user.id}`}>{t('access')}</h2>
      {isAdmin ? (
        <FilterSelect
          label={t('role')}
          options={ROLES.map((value) => ({ value, text: t(`role.${value}`) }))}
          value={role}
          onChange={(next) => setRole(next as UserDetails['role'])}
        />
      ) : (
        <p>{t(`role.${user.role}`)}</p>
      )}
      {role === 'admin' ? (
        <p className={styles.formNote}>{t('access.admin')}</p>
      ) : (
        <PermissionGrid permissions={permissions} onChange={isAdmin ? setPermissions : null} />
      )}
      {isAdmin && (
        <Button className={own.save ?? ''} disabled={!isDirty} loading={change.isPending} onClick={save}>
          {t('save')}
        </Button>
      )}
    </section>
  )
}

function Suspension({ user }: { user: UserDetails }) {
  const { t } = useTranslation('users-admin')
  const [isAsking, setIsAsking] = useState(false)
  const change = useChangeUser(user.id)
  const isSuspended = user.suspendedAt !== null
  const set = (suspended: boolean) =>
    change.mutate(
      { suspended },
      {
        onSuccess: () => showToast({ kind: 'success', title: t(suspended ? 'act.suspend' : 'act.resume') }),
        onError: (error) => showToast({ kind: 'error', title: messageOf(error, '') }),
        onSettled: () => setIsAsking(false),
      },
    )
  return (
    <>
      <Button
        variant="default"
        {...(!isSuspended && { color: 'red' as const })}
        loading={change.isPending}
        onClick={() => (isSuspended ? set(false) : setIsAsking(true))}
      >
        {t(isSuspended ? 'resume' : 'suspend')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('suspend.title', { name: user.username })}
        text={t('suspend.text')}
        confirmLabel={t('suspend')}
        isDangerous
        isPending={change.isPending}
        onConfirm={() => set(true)}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}
