import type { AccountExports, DeleteAccount } from '@scanleaf/shared'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api/api'
import { useConfirmed } from '../../../lib/api/confirmation'
import { profileQuery } from '../profile/profile-query'

/** The schemas come with the first call, not with the first screen. */
const answers = () => import('./response-schemas')

const PROFILE = '/identity/users/profile'
/** A further workspace, which its owner takes along or deletes by itself. */
export interface FurtherWorkspace {
  id: string
  name: string
}

const pathOf = ({ id }: FurtherWorkspace) => `/gateway/api/workspaces/${encodeURIComponent(id)}`
const exportsOf = (workspace: FurtherWorkspace | null) =>
  workspace ? `${pathOf(workspace)}/exports` : '/identity/exports'

/** How often the progress of a file that is being made is requested. */
const PROGRESS_MS = 2000

const isMade = ({ exports }: AccountExports): boolean =>
  exports.some(({ status }) => status === 'waiting' || status === 'running')

/** @param workspace null for the own account */
export const exportsQuery = (workspace: FurtherWorkspace | null) =>
  queryOptions({
    queryKey: ['account', 'exports', workspace?.id],
    queryFn: async ({ signal }) =>
      (await api.get(exportsOf(workspace), async () => (await answers()).ExportsResponse, { signal })).result,
    refetchInterval: ({ state }) => (state.data && isMade(state.data) ? PROGRESS_MS : false),
  })

export const previewQuery = queryOptions({
  queryKey: ['account', 'deletion'],
  queryFn: async ({ signal }) =>
    (await api.get(`${PROFILE}/deletion`, async () => (await answers()).PreviewResponse, { signal })).result,
})

export const workspaceDeletionQuery = (workspace: FurtherWorkspace) =>
  queryOptions({
    queryKey: ['workspaces', 'deletion', workspace.id],
    queryFn: async ({ signal }) =>
      (
        await api.get(
          `${pathOf(workspace)}/deletion`,
          async () => (await answers()).WorkspaceDeletionResponse,
          { signal },
        )
      ).result,
  })

export function useRequestExport(workspace: FurtherWorkspace | null) {
  const confirmed = useConfirmed()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () =>
      confirmed(() =>
        api.post(exportsOf(workspace), undefined, async () => (await answers()).ExportResponse),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: exportsQuery(workspace).queryKey }),
  })
}

/** The browser fetches the file by itself, so that no gigabyte goes through the memory of the page. */
export function useDownloadExport(workspace: FurtherWorkspace | null) {
  const confirmed = useConfirmed()
  return useMutation({
    mutationFn: async (id: string) =>
      (
        await confirmed(() =>
          api.post(
            `${exportsOf(workspace)}/${id}/link`,
            undefined,
            async () => (await answers()).ExportLinkResponse,
          ),
        )
      ).result.url,
    onSuccess: (url) => window.location.assign(url),
  })
}

export function useDeleteAccount() {
  const confirmed = useConfirmed()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (wish: DeleteAccount) =>
      confirmed(() => api.delete(PROFILE, async () => (await answers()).PlannedResponse, { body: wish })),
    onSuccess: () => queries.invalidateQueries({ queryKey: profileQuery.queryKey }),
  })
}

export function useKeepAccount() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api.delete(`${PROFILE}/deletion`, async () => (await answers()).KeptResponse),
    onSuccess: () => queries.invalidateQueries({ queryKey: profileQuery.queryKey }),
  })
}

export function useDeleteWorkspace(workspace: FurtherWorkspace) {
  const confirmed = useConfirmed()
  return useMutation({
    meta: { changes: ['workspaces'] },
    mutationFn: (wish: DeleteAccount) =>
      confirmed(() =>
        api.delete(pathOf(workspace), async () => (await answers()).PlannedResponse, { body: wish }),
      ),
  })
}

export const useKeepWorkspace = (workspace: FurtherWorkspace) =>
  useMutation({
    meta: { changes: ['workspaces'] },
    mutationFn: () => api.delete(`${pathOf(workspace)}/deletion`, async () => (await answers()).KeptResponse),
  })
