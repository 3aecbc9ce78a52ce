import type { SiteSettings, UpdateSiteSettings } from '@scanleaf/shared'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api/api'
import { useConfirmed } from '../../lib/api/confirmation'
import { putData } from '../../lib/api/query-client'

const PATH = '/gateway/api/admin/site-settings'

/** The schemas come with the first call, not with the first screen. */
const settings = async () => (await import('./response-schemas')).SiteSettingsResponse
const testMail = async () => (await import('./response-schemas')).TestMailResponse

export const siteSettingsQuery = queryOptions({
  queryKey: ['site-settings'],
  queryFn: async ({ signal }) => (await api.get(PATH, settings, { signal })).result,
})

/** Asks who it is where the server wants to know, and shows what the settings are then. */
function useChange<Variables>(change: (variables: Variables) => Promise<{ result: SiteSettings }>) {
  const confirmed = useConfirmed()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (variables: Variables) => (await confirmed(() => change(variables))).result,
    onSuccess: async (saved) => {
      putData(client, siteSettingsQuery.queryKey, saved)
      await client.invalidateQueries({ queryKey: ['set-up'] })
    },
  })
}

export const useUpdate = () => useChange((changes: UpdateSiteSettings) => api.patch(PATH, changes, settings))

export interface MailInput {
  host: string
  port: number
  security: string
  user: string
  password?: string
  fromName: string
  fromAddress: string
}
export const useSetMail = () => useChange((mail: MailInput) => api.put(`${PATH}/mail`, mail, settings))
export const useRemoveMail = () => useChange((_: undefined) => api.delete(`${PATH}/mail`, settings))

/** Null removes it. */
export const useSetLogo = () =>
  useChange((logo: File | null) => {
    if (logo === null) return api.delete(`${PATH}/logo`, settings)
    const form = new FormData()
    form.append('logo', logo)
    return api.put(`${PATH}/logo`, form, settings)
  })

export const useTestMail = () =>
  useMutation({ mutationFn: async () => (await api.post(`${PATH}/test-mail`, undefined, testMail)).result })
