import type { PatchUserCode, ProductId, UserCode, UserCodePage } from '@scanleaf/shared'
import {
  type QueryClient,
  queryOptions,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { api } from '../../lib/api/api'
import { currentSession, endSession } from '../../lib/session/session'
import { sessionHeaders } from '../../lib/session/workspace'

/** Fields that are updated optimistically; the server renders the design and returns its image. */
const SHOWN_AT_ONCE = ['codeContent', 'GoogleAnalyticsID', 'name', 'enabled', 'tags'] as const

/** The code as it will be when the server takes the change. */
export function merged(code: UserCode, patch: PatchUserCode): UserCode {
  const asked = SHOWN_AT_ONCE.filter((field) => patch[field] !== undefined)
  return { ...code, ...Object.fromEntries(asked.map((field) => [field, patch[field]])) }
}

export const PATH = '/gateway/api/qrcode/user-codes'
export const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`

/** The schemas come with the first call, not with the first screen. */
export const schemas = () => import('./response-schemas')
const one = async () => (await schemas()).UserCodeResponse
export const page = async () => (await schemas()).UserCodePageResponse
const tags = async () => (await schemas()).TagsResponse
const changes = async () => (await schemas()).ChangesResponse

export const ALL = 'user-codes'
/** Every list on screen, here and in other tabs, is fetched again when one of these changes is through. */
export const meta = { changes: ALL }
const LISTS = [ALL, 'list'] as const

/** As in the URL; the server validates unknown values. */
export interface UserCodesQueryParams {
  productId: ProductId
  page: number
  limit: number
  q?: string
  contentType?: string
  tag?: string
  batch?: string
  state?: string
  sort?: string
}

export const userCodesQuery = (params: UserCodesQueryParams) =>
  queryOptions({
    queryKey: [...LISTS, params],
    queryFn: ({ signal }) => api.get(PATH, page, { query: { ...params }, signal }),
  })

export const userCodeQuery = (id: string) =>
  queryOptions({
    queryKey: [ALL, 'one', id],
    queryFn: async ({ signal }) => (await api.get(pathOf(id), one, { signal })).result,
  })

/** The tags of a list with how many codes have each. */
export const tagsQuery = (productId: ProductId) =>
  queryOptions({
    queryKey: [ALL, 'tags', productId],
    queryFn: async ({ signal }) =>
      (await api.get(`${PATH}/tags`, tags, { query: { productId }, signal })).result,
  })

/** Changes of a code, the latest first. */
export const changesQuery = (id: string) =>
  queryOptions({
    queryKey: [ALL, 'changes', id],
    queryFn: async ({ signal }) => (await api.get(`${pathOf(id)}/changes`, changes, { signal })).result,
  })

interface Change {
  id: string
  patch: PatchUserCode
}

/**
 * Changes a code: shown at once in the popup and in every list, reverted when the server refuses, and then the lists
 * that are on screen are fetched again with their page and limit.
 */
export function useChangeUserCode() {
  const client = useQueryClient()

  function show(id: string, change: (code: UserCode) => UserCode) {
    client.setQueryData(userCodeQuery(id).queryKey, (code) => code && change(code))
    client.setQueriesData<UserCodePage>(
      { queryKey: LISTS },
      (shown) =>
        shown && { ...shown, result: shown.result.map((code) => (code.id === id ? change(code) : code)) },
    )
  }

  const options: UseMutationOptions<UserCode, Error, Change, UserCode | undefined> = {
    meta,
    mutationFn: async ({ id, patch }) => (await api.patch(pathOf(id), patch, one)).result,
    onMutate: async ({ id, patch }) => {
      await client.cancelQueries({ queryKey: [ALL] })
      const before = client.getQueryData(userCodeQuery(id).queryKey) ?? listedCode(client, id)
      show(id, (code) => merged(code, patch))
      return before
    },
    onSuccess: (code) => show(code.id, () => code),
    onError: (_error, { id }, before) => before && show(id, () => before),
  }
  return useMutation(options)
}

/** A code as a list on screen shows it. */
export function listedCode(client: QueryClient, id: string): UserCode | undefined {
  const lists = client.getQueriesData<UserCodePage>({ queryKey: LISTS })
  return lists.flatMap(([, list]) => list?.result ?? []).find((code) => code.id === id)
}

/** A second code with the same content and design; a dynamic one gets a link of its own. */
export const useDuplicateUserCode = () =>
  useMutation({
    meta,
    mutationFn: async (id: string) => (await api.post(`${pathOf(id)}/duplicate`, undefined, one)).result,
  })

/** Restores the value of a field before a change. */
export const useRevertChange = (id: string) =>
  useMutation({
    meta,
    mutationFn: async (changeId: string) =>
      (await api.post(`${pathOf(id)}/changes/${encodeURIComponent(changeId)}/revert`, undefined, one)).result,
  })

export const RENDERED_FORMATS = ['png', 'svg', 'eps', 'pdf'] as const
export type RenderedFormat = (typeof RENDERED_FORMATS)[number]

/**
 * The file of a saved code as the server renders it.
 * @throws Error when the server does not answer with the image
 */
export async function fetchCodeImage(id: string, format: RenderedFormat): Promise<Blob> {
  const sid = currentSession()?.sid ?? ''
  const response = await fetch(`${pathOf(id)}/image.${format}`, {
    headers: sessionHeaders(sid),
  })
  if (response.status === 401) endSession(sid)
  if (!response.ok) throw new Error(`the image request failed with status ${response.status}`)
  return response.blob()
}
