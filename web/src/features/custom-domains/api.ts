import type { ChangeSettings } from '@scanleaf/shared'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api/api'
import { putData } from '../../lib/api/query-client'
import { rememberDomain } from './domain-memory'

const PATH = '/gateway/api/qrcode/settings'
const answer = async () => (await import('./response-schemas')).SettingsResponse
const placeResponse = async () => (await import('./place-response')).DomainPlaceResponse

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => {
    const { result } = await api.get(PATH, answer, { signal })
    rememberDomain(result)
    return result
  },
})

/** The DNS records of a name, which the owner may be changing just now. */
export const domainPlaceQuery = (name: string) =>
  queryOptions({
    queryKey: ['settings', 'place', name],
    queryFn: async ({ signal }) =>
      (await api.get(`${PATH}/domain`, placeResponse, { query: { domain: name }, signal })).result,
    staleTime: 30_000,
  })

function useChange(path: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (change: ChangeSettings) => (await api.patch(path, change, answer)).result,
    onSuccess: (result) => {
      rememberDomain(result)
      putData(client, settingsQuery.queryKey, result)
    },
  })
}

export const useSaveSettings = () => useChange(PATH)
export const useVerifyDomain = () => useChange(`${PATH}/verify-domain`)
