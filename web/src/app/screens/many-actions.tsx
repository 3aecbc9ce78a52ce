import { hasCapability, type Workspace } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, lazy } from 'react'
import { profileQuery } from '../../features/account'
import type { CodesSlots } from '../../features/user-codes'
import { workspaceId, workspacesQuery } from '../../features/workspaces/api'
import { LinkBaseContext } from '../../lib/link-base'
import { hasChosenWorkspace } from '../../lib/session/workspace'
import { DesignDialog } from '../design-dialog'
import { useOwnLinkBase } from '../own-link-base'
import { ZipDialog } from '../zip-dialog'

const Actions = lazy(async () => ({
  default: (await import('../../features/bulk/change/many-actions')).ManyActions,
}))

/** What is done with many codes, with the dialogs of other features. */
export const ManyActions = (props: ComponentProps<NonNullable<CodesSlots['ManyActions']>>) => (
  <LinkBaseContext value={useOwnLinkBase()}>
    <Actions {...props} destinations={useDestinations()} DesignDialog={DesignDialog} ZipDialog={ZipDialog} />
  </LinkBaseContext>
)

/** Other workspaces in which this person may change codes, but for those that are about to be deleted. */
function useDestinations(): Workspace[] {
  const { data: profile } = useQuery(profileQuery)
  const isShared = profile?.sharesWorkspaces === true || hasChosenWorkspace()
  const { data: all = [] } = useQuery({ ...workspacesQuery, enabled: isShared })
  return all.filter(
    ({ id, role, deletingAt }) =>
      id !== workspaceId() && deletingAt === null && hasCapability(role, 'codes:write'),
  )
}
