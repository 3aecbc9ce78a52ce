import type { ApiScope } from '@scanleaf/shared'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api/api'

const PATH = '/gateway/api/api-keys'
const ALL = 'api-keys'
const meta = { changes: [ALL] }

/** The schemas come with the first call, not with the first screen. */
const schemas = () => import('./response-schemas')

/** The keys of the workspace of this tab, the oldest first. */
export const apiKeysQuery = queryOptions({
  queryKey: [ALL],
  queryFn: async ({ signal }) =>
    (await api.get(PATH, async () => (await schemas()).ApiKeysResponse, { signal })).result,
})

export const useCreateApiKey = () =>
  useMutation({
    meta,
    mutationFn: async (wanted: { name: string; scopes: ApiScope[]; expiresInDays: number | null }) =>
      (await api.post(PATH, wanted, async () => (await schemas()).CreatedApiKeyResponse)).result,
  })

export const useRevokeApiKey = () =>
  useMutation({
    meta,
    mutationFn: (id: string) =>
      api.delete(`${PATH}/${id}`, async () => (await schemas()).RevokedApiKeyResponse),
  })
