import type { BillingNotification } from '@scanleaf/shared'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api/api'
import { putData } from '../../../lib/api/query-client'

const PATH = '/gateway/api/billing/notices'

/** The schemas come with the first call, not with the first screen. */
const schemas = () => import('./response-schemas')

export const notificationsQuery = queryOptions({
  queryKey: ['billing', 'notices'],
  queryFn: async ({ signal }) =>
    (await api.get(PATH, async () => (await schemas()).NotificationsResponse, { signal })).result,
  staleTime: 60_000,
})

/** Not shown again, on any device; it leaves at once. */
export function useDismissNotification() {
  const client = useQueryClient()
  const remaining = (without: string) => (notifications: BillingNotification[] | undefined) =>
    notifications?.filter(({ id }) => id !== without)
  return useMutation({
    mutationFn: (id: string) =>
      api.post(
        `${PATH}/${encodeURIComponent(id)}/close`,
        {},
        async () => (await schemas()).DismissedResponse,
      ),
    onMutate: (id) => putData(client, notificationsQuery.queryKey, remaining(id)),
    onError: () => client.invalidateQueries({ queryKey: notificationsQuery.queryKey }),
  })
}
