import { fullName, type ListedUser } from '@scanleaf/shared'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../lib/format/format'
import { useLanguage } from '../../lib/i18n/i18n'
import { Badge } from '../../ui/badge/badge'
import { buttonClass } from '../../ui/button/button'
import styles from '../../ui/list/list.module.css'
import { TableCell } from '../../ui/table/table'
import type { Rights } from './operator-rights'
import { ApproveButton } from './person/approval'
import { stateOf, type UserState } from './search'

export const TONES = {
  active: 'good',
  suspended: 'bad',
  waiting: 'warning',
  refused: 'bad',
} as const satisfies Record<UserState, string>

/** One user, and the way to their page. */
export function UserRow({ user, rights }: { user: ListedUser; rights: Rights }) {
  const { t } = useTranslation('users-admin')
  const { id, username, firstName, lastName, email, role, deletingAt, createdAt } = user
  const state = stateOf(user)
  const name = fullName({ firstName, lastName }, useLanguage())
  return (
    <tr>
      <TableCell label={t('column.user')} className={styles.content}>
        <bdi>{name}</bdi>
        <span className={`fine muted ${styles.small}`}>
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
          <span className={`fine muted ${styles.small}`}>
            {t('deleting', { day: formatDate(deletingAt) })}
          </span>
        )}
      </TableCell>
      <TableCell label={t('column.created')} className={`muted ${styles.time}`}>
        <bdi dir="ltr">{formatDate(createdAt)}</bdi>
      </TableCell>
      <td className={styles.acts}>
        {state === 'waiting' && rights.mayUpdate && <ApproveButton user={user} size="sm" />}
        <Link
          to="/admin/users/$id"
          params={{ id }}
          className={buttonClass({ size: 'sm', variant: 'light' })}
          aria-label={t('manage.of', { name: username })}
        >
          {t('manage')}
        </Link>
      </td>
    </tr>
  )
}
