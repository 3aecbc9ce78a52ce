import type { ChangeSettings } from '@scanleaf/shared'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api'
import { rememberDomain } from './known-domain'

const PATH = '/gateway/api/qrcode/settings'
const answer = async () => (await import('./answers')).SettingsAnswer

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => {
    const { result } = await api.get(PATH, answer, { signal })
    rememberDomain(result)
    return result
  },
})

function useChange(path: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (change: ChangeSettings) => (await api.patch(path, change, answer)).result,
    onSuccess: (result) => {
      rememberDomain(result)
      client.setQueryData(settingsQuery.queryKey, result)
    },
  })
}

export const useSaveSettings = () => useChange(PATH)
export const useVerifyDomain = () => useChange(`${PATH}/verify-domain`)
