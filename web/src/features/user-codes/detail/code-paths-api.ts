import type { UserCode } from '@scanleaf/shared'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api/api'
import { putData } from '../../../lib/api/query-client'
import { meta, pathOf, schemas, userCodeQuery } from '../api'

const one = async () => (await schemas()).UserCodeResponse

/** The code as it is after a call is on screen at once. */
function usePathCall(id: string, call: (address: string) => Promise<{ result: UserCode }>) {
  const client = useQueryClient()
  return useMutation({
    meta,
    mutationFn: async (address: string) => (await call(address)).result,
    onSuccess: (code) => putData(client, userCodeQuery(id).queryKey, code),
  })
}

export const useAddPath = (id: string) =>
  usePathCall(id, (address) => api.post(`${pathOf(id)}/paths`, { address }, one))

export const useRemovePath = (id: string) =>
  usePathCall(id, (address) => api.delete(`${pathOf(id)}/paths`, one, { body: { address } }))
