import { fullName, type ListedUser } from '@scanleaf/shared'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../lib/format/format'
import { useLanguage } from '../../lib/i18n/i18n'
import { Badge } from '../../ui/badge/badge'
import { Button } from '../../ui/button/button'
import styles from '../../ui/list/list.module.css'
import { TableCell } from '../../ui/table/table'
import { ApproveButton } from './approval'
import type { Rights } from './operator-rights'
import { stateOf, type UserState } from './search'
import { UserPanel } from './user-panel'

export interface UserRowProps {
  user: ListedUser
  isOpen: boolean
  rights: Rights
  OwnerTakedown: ComponentType<{ userId: string; name: string }> | null
  onToggle: () => void
}

const TONES = {
  active: 'good',
  suspended: 'bad',
  waiting: 'warning',
  refused: 'bad',
} as const satisfies Record<UserState, string>

/** One user and, under the row, what can be done about them. */
export function UserRow({ user, isOpen, rights, OwnerTakedown, onToggle }: UserRowProps) {
  const { t } = useTranslation('users-admin')
  const { username, firstName, lastName, email, role, deletingAt, createdAt } = user
  const state = stateOf(user)
  const name = fullName({ firstName, lastName }, useLanguage())
  return (
    <>
      <tr data-open={isOpen || undefined}>
        <TableCell label={t('column.user')} className={styles.content}>
          <bdi>{name}</bdi>
          <span className={styles.small}>
            <bdi dir="ltr">{username}</bdi>
          </span>
        </TableCell>
        <TableCell label={t('column.email')} className={styles.content}>
          <bdi dir="ltr">{email}</bdi>
        </TableCell>
        <TableCell label={t('role')}>{t(`role.${role}`)}</TableCell>
        <TableCell label={t('state')}>
          <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
          {deletingAt !== null && (
            <span className={styles.small}>{t('deleting', { day: formatDate(deletingAt) })}</span>
          )}
        </TableCell>
        <TableCell label={t('column.created')} className={styles.time}>
          <bdi dir="ltr">{formatDate(createdAt)}</bdi>
        </TableCell>
        <td className={styles.acts}>
          {state === 'waiting' && rights.mayUpdate && <ApproveButton user={user} size="sm" />}
          <Button
            size="sm"
            variant="light"
            aria-expanded={isOpen}
            aria-label={t('manage.of', { name: username })}
            onClick={onToggle}
          >
            {t('manage')}
          </Button>
        </td>
      </tr>
      {isOpen && (
        <tr className={styles.formRow}>
          <td colSpan={6}>
            <UserPanel id={user.id} rights={rights} OwnerTakedown={OwnerTakedown} />
          </td>
        </tr>
      )}
    </>
  )
}
