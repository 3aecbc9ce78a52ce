import type { ListUserCodes, PatchUserCode, UserCode } from '@scanleaf/shared'
import { queryOptions, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { api } from '../../lib/api'
import { currentSession, endSession } from '../../lib/session/session'

const PATH = '/gateway/api/qrcode/user-codes'
/** The schemas come with the first call, not with the first screen. */
const answers = () => import('./answers')
const one = async () => (await answers()).UserCodeAnswer
const page = async () => (await answers()).UserCodePageAnswer
const deletion = async () => (await answers()).DeletedAnswer
export type UserCodePage = z.output<Awaited<ReturnType<typeof page>>>

const LISTS = ['user-codes', 'list'] as const

export const userCodesQuery = (params: ListUserCodes) =>
  queryOptions({
    queryKey: [...LISTS, params],
    queryFn: ({ signal }) => api.get(PATH, page, { query: params, signal }),
  })

export const userCodeQuery = (id: string) =>
  queryOptions({
    queryKey: ['user-codes', 'one', id],
    queryFn: async ({ signal }) =>
      (await api.get(`${PATH}/${encodeURIComponent(id)}`, one, { signal })).result,
  })

const changed = (code: UserCode, patch: PatchUserCode): UserCode => ({
  ...code,
  ...(patch.codeContent !== undefined && { codeContent: patch.codeContent }),
  ...(patch.GoogleAnalyticsID !== undefined && { GoogleAnalyticsID: patch.GoogleAnalyticsID }),
})

/**
 * Changes one code: shown at once in the popup and in every list, taken back when the server refuses, and then the
 * lists that are on screen load anew with their page and limit.
 */
export function useChangeUserCode(id: string) {
  const client = useQueryClient()
  const key = userCodeQuery(id).queryKey

  function show(change: (code: UserCode) => UserCode) {
    client.setQueryData(key, (code) => code && change(code))
    client.setQueriesData<UserCodePage>(
      { queryKey: LISTS },
      (page) =>
        page && { ...page, result: page.result.map((code) => (code.id === id ? change(code) : code)) },
    )
  }

  const options: UseMutationOptions<UserCode, Error, PatchUserCode, UserCode | undefined> = {
    mutationFn: async (patch) => (await api.patch(`${PATH}/${encodeURIComponent(id)}`, patch, one)).result,
    onMutate: async (patch) => {
      await client.cancelQueries({ queryKey: ['user-codes'] })
      const before = client.getQueryData(key)
      show((code) => changed(code, patch))
      return before
    },
    onSuccess: (code) => show(() => code),
    onError: (_error, _patch, before) => before && show(() => before),
    onSettled: () => client.invalidateQueries({ queryKey: LISTS }),
  }
  return useMutation(options)
}

/** Deletes one code by its own call, several by the call for many; gives the ids that are gone. */
export function useDeleteUserCodes() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const [only] = ids
      const answer =
        ids.length === 1 && only !== undefined
          ? await api.delete(`${PATH}/${encodeURIComponent(only)}`, deletion)
          : await api.delete(PATH, deletion, { body: { deleted: ids.join(',') } })
      return answer.result.deleted
    },
    onSuccess: (deleted) => {
      for (const id of deleted) client.removeQueries({ queryKey: userCodeQuery(id).queryKey })
    },
    onSettled: () => client.invalidateQueries({ queryKey: LISTS }),
  })
}

export const IMAGE_FORMATS = ['png', 'svg'] as const
export type ImageFormat = (typeof IMAGE_FORMATS)[number]

/**
 * The file of a saved code as the server draws it.
 * @throws Error when the server does not answer with the image
 */
export async function fetchCodeImage(id: string, format: ImageFormat): Promise<Blob> {
  const sid = currentSession()?.sid ?? ''
  const response = await fetch(`${PATH}/${encodeURIComponent(id)}/image.${format}`, {
    headers: { authorization: `Bearer ${sid}` },
  })
  if (response.status === 401) endSession(sid)
  if (!response.ok) throw new Error(`The image came with status ${response.status}`)
  return response.blob()
}
