import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../features/account'
import { OwnerTakedown } from '../../features/code-reports'
import { UsersAdminPage } from '../../features/users-admin'
import { actsAsAdmin, rightsOf } from '../../lib/session/permissions'

/** The operator's screen asks for nothing in the name of somebody who may not see it. */
export function UsersAdminScreen() {
  const { data: profile } = useQuery(profileQuery)
  const may = profile && rightsOf(profile)
  return (
    <UsersAdminPage
      canRead={may?.('users', 'read')}
      rights={{
        ownId: profile?.id ?? '',
        isAdmin: profile !== undefined && actsAsAdmin(profile),
        mayUpdate: may?.('users', 'update') ?? false,
        mayDelete: may?.('users', 'delete') ?? false,
      }}
      OwnerTakedown={may?.('code-reports', 'update') ? OwnerTakedown : null}
    />
  )
}
