import {
  masksOf,
  OPERATOR_ROLE_NAMES,
  type OperatorRole,
  operatorRoleOf,
  type UserDetails,
} from '@scanleaf/shared'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { Button } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { Disclosure } from '../../../ui/disclosure/disclosure'
import { showToast } from '../../../ui/toast/toasts'
import { useChangeUser } from '../api'
import own from '../users-admin.module.css'
import { PermissionGrid } from './permission-grid'

type Choice = OperatorRole | 'admin' | 'custom'
const CHOICES: readonly Choice[] = [...OPERATOR_ROLE_NAMES, 'admin']

/** What a person may do, as a role, and the masks behind it; for those who may not change it, as it is. */
export function Access({ user, mayGrant }: { user: UserDetails; mayGrant: boolean }) {
  const { t } = useTranslation('users-admin')
  const change = useChangeUser(user.id)
  const [role, setRole] = useState(user.role)
  const [permissions, setPermissions] = useState(user.permissions)
  const isDirty = role !== user.role || JSON.stringify(permissions) !== JSON.stringify(user.permissions)
  const chosen: Choice = role === 'admin' ? 'admin' : operatorRoleOf(permissions)
  const choose = (next: Choice) => {
    setRole(next === 'admin' ? 'admin' : 'member')
    if (next !== 'admin' && next !== 'custom') setPermissions(masksOf(next))
  }
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
    <Card isPadded className={`gap-5 ${own.part}`} aria-labelledby={`access-${user.id}`}>
      <h2 id={`access-${user.id}`}>{t('access')}</h2>
      {mayGrant ? <Roles chosen={chosen} onChoose={choose} /> : <RoleText role={chosen} />}
      {role === 'member' && (
        <Disclosure title={t('access.advanced')}>
          <PermissionGrid permissions={permissions} onChange={mayGrant ? setPermissions : null} />
        </Disclosure>
      )}
      {mayGrant && (
        <Button className={own.save ?? ''} disabled={!isDirty} loading={change.isPending} onClick={save}>
          {t('save')}
        </Button>
      )}
    </Card>
  )
}

/** One of the roles; masks of no role are one of their own. */
function Roles({ chosen, onChoose }: { chosen: Choice; onChoose: (role: Choice) => void }) {
  const { t } = useTranslation('users-admin')
  const offered = chosen === 'custom' ? [...CHOICES, chosen] : CHOICES
  return (
    <fieldset className={`gap-2 ${own.roles}`}>
      <legend className="visually-hidden">{t('role')}</legend>
      {offered.map((role) => (
        <label key={role}>
          <input
            type="radio"
            name="operator-role"
            checked={role === chosen}
            onChange={() => onChoose(role)}
          />
          <RoleText role={role} />
        </label>
      ))}
    </fieldset>
  )
}

function RoleText({ role }: { role: Choice }) {
  const { t } = useTranslation('users-admin')
  return (
    <span className={own.role}>
      <b>{t(`operator-role.${role}`)}</b>
      <span>{t(`operator-role-text.${role}`)}</span>
    </span>
  )
}
