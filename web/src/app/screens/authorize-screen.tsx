import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { workspaceId, workspacesQuery } from '../../features/workspaces/api'

const AuthorizePage = lazy(async () => ({
  default: (await import('../../features/api-keys/authorize-page')).AuthorizePage,
}))

/** A program asks for access to the workspace of this tab, which is named before anybody allows it. */
export function AuthorizeScreen() {
  const workspaces = useQuery(workspacesQuery)
  return (
    <AuthorizePage
      workspace={workspaces.data?.find(({ id }) => id === workspaceId())?.name ?? null}
      error={workspaces.error}
    />
  )
}
