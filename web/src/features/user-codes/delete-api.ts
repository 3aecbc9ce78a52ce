import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api/api'
import { ALL, meta, PATH, pathOf, schemas, userCodeQuery } from './api'

/* Loads with the question before a delete, and with the trash. */

/** Deletes a code; gives the ids that are gone. */
export function useDeleteUserCode() {
  const client = useQueryClient()
  return useMutation({
    meta,
    mutationFn: async (id: string) =>
      (await api.delete(pathOf(id), async () => (await schemas()).DeletedResponse)).result.deleted,
    onSuccess: (deleted) => {
      for (const id of deleted) client.removeQueries({ queryKey: userCodeQuery(id).queryKey })
    },
  })
}

/** Moves codes to the trash again. */
export const useDeleteUserCodes = () =>
  useMutation({
    meta,
    mutationFn: async (ids: readonly string[]) =>
      (
        await api.delete(PATH, async () => (await schemas()).DeletedResponse, {
          body: { deleted: ids.join(',') },
        })
      ).result.deleted,
  })

/** Brings codes of the trash back. */
export const useRestoreUserCodes = () =>
  useMutation({
    meta,
    mutationFn: async (ids: readonly string[]) =>
      (
        await api.post(
          `${PATH}/restore`,
          { restored: ids.join(',') },
          async () => (await schemas()).RestoredResponse,
        )
      ).result.restored,
  })

const TRASH = `${PATH}/trash`

export const trashQuery = (page: number) =>
  queryOptions({
    queryKey: [ALL, 'trash', page],
    queryFn: ({ signal }) =>
      api.get(TRASH, async () => (await schemas()).TrashPageResponse, { query: { page }, signal }),
  })

/** Deletes codes of the trash for good. */
export const usePurgeUserCodes = () =>
  useMutation({
    meta,
    mutationFn: async (ids: readonly string[]) =>
      (
        await api.delete(TRASH, async () => (await schemas()).PurgedResponse, {
          body: { purged: ids.join(',') },
        })
      ).result.purged.length,
  })

/** Empties the trash, as it was at a time; a large one takes several calls. Gives how many were deleted. */
export const useEmptyTrash = () =>
  useMutation({
    meta,
    mutationFn: async (upTo: string) => {
      for (let total = 0; ; ) {
        const { result } = await api.post(
          `${TRASH}/empty`,
          { upTo },
          async () => (await schemas()).TrashEmptiedResponse,
        )
        total += result.purged
        if (result.isEmpty) return total
      }
    },
  })
