import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { profileQuery } from '../features/account'
import { hasChosenWorkspace } from '../lib/session/workspace'

const FoundElsewhere = lazy(async () => ({
  default: (await import('../features/workspaces/found-elsewhere')).FoundElsewhere,
}))

/** For a code or a proposal that is not here: in which workspace of the person it is. Who works alone has no other. */
export function Elsewhere(of: { codeId: string } | { proposalId: string }) {
  const { data: profile } = useQuery(profileQuery)
  if (!profile?.sharesWorkspaces && !hasChosenWorkspace()) return null
  return (
    <Suspense>
      <FoundElsewhere {...of} />
    </Suspense>
  )
}
