import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../features/account'
import { OwnerTakedown } from '../../features/code-reports'
import { PersonPage, UsersAdminPage } from '../../features/users-admin'
import { actsAsAdmin, rightsOf } from '../../lib/session/permissions'

/** The operator's screens ask for nothing in the name of somebody who may not see them. */
function useOperator() {
  const { data: profile } = useQuery(profileQuery)
  const may = profile && rightsOf(profile)
  return {
    canRead: may?.('users', 'read'),
    rights: {
      ownId: profile?.id ?? '',
      held: profile && actsAsAdmin(profile) ? ('all' as const) : (profile?.permissions ?? {}),
      mayUpdate: may?.('users', 'update') ?? false,
      mayDelete: may?.('users', 'delete') ?? false,
    },
    mayTakeDown: may?.('code-reports', 'update') ?? false,
  }
}

export function UsersAdminScreen() {
  const { canRead, rights } = useOperator()
  return <UsersAdminPage canRead={canRead} rights={rights} />
}

export function PersonScreen() {
  const { canRead, rights, mayTakeDown } = useOperator()
  return <PersonPage canRead={canRead} rights={rights} OwnerTakedown={mayTakeDown ? OwnerTakedown : null} />
}
