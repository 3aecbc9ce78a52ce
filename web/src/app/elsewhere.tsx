import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { profileQuery } from '../features/account'
import { hasChosenWorkspace } from '../lib/session/workspace'

const CodeElsewhere = lazy(async () => ({
  default: (await import('../features/workspaces/code-elsewhere')).CodeElsewhere,
}))

/** For a code that is not here: in which workspace of the person it is. Who works alone has no other. */
export function Elsewhere({ codeId }: { codeId: string }) {
  const { data: profile } = useQuery(profileQuery)
  if (!profile?.sharesWorkspaces && !hasChosenWorkspace()) return null
  return (
    <Suspense>
      <CodeElsewhere codeId={codeId} />
    </Suspense>
  )
}
