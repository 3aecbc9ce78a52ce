import type { AccountExports, DeleteAccount } from '@scanleaf/shared'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api/api'
import { useConfirmed } from '../../../lib/api/confirmation'
import { profileQuery } from '../profile/profile-query'

/** The schemas come with the first call, not with the first screen. */
const answers = () => import('./response-schemas')

const EXPORTS = '/identity/exports'
const PROFILE = '/identity/users/profile'
/** How often the progress of a file that is being made is requested. */
const PROGRESS_MS = 2000

const isMade = ({ exports }: AccountExports): boolean =>
  exports.some(({ status }) => status === 'waiting' || status === 'running')

export const exportsQuery = queryOptions({
  queryKey: ['account', 'exports'],
  queryFn: async ({ signal }) =>
    (await api.get(EXPORTS, async () => (await answers()).ExportsResponse, { signal })).result,
  refetchInterval: ({ state }) => (state.data && isMade(state.data) ? PROGRESS_MS : false),
})

export const previewQuery = queryOptions({
  queryKey: ['account', 'deletion'],
  queryFn: async ({ signal }) =>
    (await api.get(`${PROFILE}/deletion`, async () => (await answers()).PreviewResponse, { signal })).result,
})

export function useRequestExport() {
  const confirmed = useConfirmed()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () =>
      confirmed(() => api.post(EXPORTS, undefined, async () => (await answers()).ExportResponse)),
    onSettled: () => queries.invalidateQueries({ queryKey: exportsQuery.queryKey }),
  })
}

/** The browser fetches the file by itself, so that no gigabyte goes through the memory of the page. */
export function useDownloadExport() {
  const confirmed = useConfirmed()
  return useMutation({
    mutationFn: async (id: string) =>
      (
        await confirmed(() =>
          api.post(`${EXPORTS}/${id}/link`, undefined, async () => (await answers()).ExportLinkResponse),
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
