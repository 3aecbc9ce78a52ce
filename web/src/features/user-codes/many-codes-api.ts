import type { UserCode, UserCodePage } from '@scanleaf/shared'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api/api'
import {
  MAX_SELECTED,
  meta,
  PATH,
  page,
  pathOf,
  schemas,
  type UserCodesQueryParams,
  userCodeQuery,
} from './api'

/* What is done with many codes loads when some are selected. */

const deletion = async () => (await schemas()).DeletedResponse
const stateChange = async () => (await schemas()).StateChangedResponse
const restoration = async () => (await schemas()).RestoredResponse

/** As many codes as one call takes, and as one page of a list has at most. */
const MAX_AT_ONCE = 100
/** The codes that a list holds over all its pages, the first `MAX_SELECTED` of them. */
export async function fetchMatching({ page: _page, ...params }: UserCodesQueryParams): Promise<UserCode[]> {
  const codes: UserCode[] = []
  let cursor: string | null = ''
  while (cursor !== null && codes.length < MAX_SELECTED) {
    const query = { ...params, limit: MAX_AT_ONCE, ...(cursor && { cursor }) }
    const answer: UserCodePage = await api.get(PATH, page, { query })
    codes.push(...answer.result)
    cursor = answer.meta.nextCursor
  }
  return codes
}

/** Calls `send` with a hundred ids at a time, and joins what it answers. */
async function inBatches(
  ids: readonly string[],
  send: (batch: readonly string[]) => Promise<readonly string[]>,
): Promise<string[]> {
  const done: string[] = []
  for (let from = 0; from < ids.length; from += MAX_AT_ONCE)
    done.push(...(await send(ids.slice(from, from + MAX_AT_ONCE))))
  return done
}

/** Pauses or resumes codes; gives the ids of those that are so now. */
export const useSetState = () =>
  useMutation({
    meta,
    mutationFn: ({ ids, enabled }: { ids: readonly string[]; enabled: boolean }) =>
      inBatches(
        ids,
        async (batch) =>
          (await api.post(`${PATH}/state`, { ids: batch.join(','), enabled }, stateChange)).result.changed,
      ),
  })

/** Deletes one code by its own call, several by the call for many; gives the ids that are gone. */
export function useDeleteUserCodes() {
  const client = useQueryClient()
  return useMutation({
    meta,
    mutationFn: async (ids: readonly string[]) => {
      const [only] = ids
      if (ids.length === 1 && only !== undefined)
        return (await api.delete(pathOf(only), deletion)).result.deleted
      return inBatches(
        ids,
        async (batch) =>
          (await api.delete(PATH, deletion, { body: { deleted: batch.join(',') } })).result.deleted,
      )
    },
    onSuccess: (deleted) => {
      for (const id of deleted) client.removeQueries({ queryKey: userCodeQuery(id).queryKey })
    },
  })
}

/** Brings deleted codes back, as long as the server keeps them. */
export const useRestoreUserCodes = () =>
  useMutation({
    meta,
    mutationFn: (ids: readonly string[]) =>
      inBatches(
        ids,
        async (batch) =>
          (await api.post(`${PATH}/restore`, { restored: batch.join(',') }, restoration)).result.restored,
      ),
  })
