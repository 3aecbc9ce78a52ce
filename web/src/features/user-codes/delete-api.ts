import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api/api'
import { meta, PATH, pathOf, schemas, userCodeQuery } from './api'

/* Loads with the question before a delete. */

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

/** Brings deleted codes back, as long as the server keeps them. */
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
