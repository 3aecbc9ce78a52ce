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

/** Steps are done on the server, in a mailbox or by the clock: what they say is read again as the screen is shown. */
export const setUpQuery = queryOptions({
  queryKey: ['set-up'],
  queryFn: async ({ signal }) =>
    (await api.get(`${PATH}/set-up`, async () => (await schemas()).SetUpResponse, { signal })).result,
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
})

/** The message that confirms the own address: once its link is opened, email works. */
export const sendTestMessage = () =>
  api.post('/identity/email/verification', undefined, async () => (await schemas()).TestMessageResponse)

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
