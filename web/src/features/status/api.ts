import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api/api'

const PATH = '/gateway/api/admin/status'
const ALL = 'status'
const REFRESH_MS = 10_000

/** The schemas come with the first call, not with the first screen. */
const schemas = () => import('./response-schemas')

/** Polled while the screen is visible; a failure is shown at once, and the next poll comes anyway. */
export const statusQuery = queryOptions({
  queryKey: [ALL],
  queryFn: async ({ signal }) =>
    (await api.get(PATH, async () => (await schemas()).StatusResponse, { signal })).result,
  refetchInterval: REFRESH_MS,
  retry: false,
})

export const useRun = (name: string) =>
  useMutation({
    meta: { changes: ALL },
    mutationFn: async () =>
      (
        await api.post(
          `${PATH}/jobs/${encodeURIComponent(name)}/run`,
          {},
          async () => (await schemas()).WantedResponse,
        )
      ).result,
  })
