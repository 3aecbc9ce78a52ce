import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Members } from '../../features/workspaces'
import { workspaceId, workspacesQuery } from '../../features/workspaces/api'
import { useConfig } from '../../lib/config'

const WorkspaceLeaving = lazy(async () => ({
  default: (await import('../../features/account/leaving/workspace-leaving')).WorkspaceLeaving,
}))

/** The tab of the settings with the members; of a further workspace, its owner finds there its data and its end. */
export function MembersScreen() {
  const { hasEmbeddedAccount } = useConfig()
  const { data: workspaces } = useQuery(workspacesQuery)
  const own = workspaces?.find(({ id, role, isHome }) => id === workspaceId() && role === 'owner' && !isHome)
  return (
    <div className="stack gap-8">
      <Members />
      {own && hasEmbeddedAccount && (
        <Suspense>
          <WorkspaceLeaving workspace={own} />
        </Suspense>
      )}
    </div>
  )
}
