import type { ApiScope, AuthorizeRequest, Feed, ShownAuthorization, UpdateApiKey } from '@scanleaf/shared'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api/api'

const PATH = '/gateway/api/api-keys'
const OAUTH = '/oauth/requests'
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

/** A feed link without expiry: a sheet reads on unattended. */
export const useCreateFeed = () =>
  useMutation({
    meta,
    mutationFn: async (wanted: { name: string; feed: Feed }) =>
      (
        await api.post(
          `${PATH}/feeds`,
          { ...wanted, expiresInDays: null },
          async () => (await schemas()).CreatedFeedResponse,
        )
      ).result,
  })

/** Another address for a feed link. */
export const useReplaceFeed = () =>
  useMutation({
    meta,
    mutationFn: async (id: string) =>
      (await api.post(`${PATH}/feeds/${id}/replace`, {}, async () => (await schemas()).CreatedFeedResponse))
        .result,
  })

/** Which program requests which access. */
export const authorizationQuery = (request: AuthorizeRequest) =>
  queryOptions({
    queryKey: ['oauth', request],
    queryFn: async () =>
      (await api.post(OAUTH, request, async () => (await schemas()).AuthorizationResponse)).result,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Allows it and returns the redirect address of the program. */
export const allowAuthorization = async (
  allowed: AuthorizeRequest & { allowed: ShownAuthorization['scopes'] },
): Promise<string> =>
  (await api.post(`${OAUTH}/allow`, allowed, async () => (await schemas()).AllowedResponse)).result.redirectTo

export const useUpdateApiKey = (id: string) =>
  useMutation({
    meta,
    mutationFn: async (change: UpdateApiKey) =>
      (await api.patch(`${PATH}/${id}`, change, async () => (await schemas()).ApiKeyResponse)).result,
  })

export const useRevokeApiKey = () =>
  useMutation({
    meta,
    mutationFn: (id: string) =>
      api.delete(`${PATH}/${id}`, async () => (await schemas()).RevokedApiKeyResponse),
  })
