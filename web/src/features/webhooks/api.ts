import type { WebhookEvent } from '@scanleaf/shared'
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api/api'
import type { DeliveriesPage } from './response-schemas'

const PATH = '/gateway/api/webhooks'
const LIST = 'webhooks'
const DELIVERIES = 'webhook-deliveries'
const meta = { changes: [LIST, DELIVERIES] }
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`

/** The schemas come with the first call, not with the first screen. */
const schemas = () => import('./response-schemas')
const done = async () => (await schemas()).DoneResponse

/** Waiting deliveries may be tried in between. */
const POLL_MS = 5_000

/** The webhooks of the workspace of this tab, the oldest first. */
export const webhooksQuery = queryOptions({
  queryKey: [LIST],
  queryFn: async ({ signal }) =>
    (await api.get(PATH, async () => (await schemas()).WebhooksResponse, { signal })).result,
  refetchInterval: ({ state: { data } }) => (data?.some(({ waiting }) => waiting > 0) ? POLL_MS : false),
})

/** What was sent to a webhook, the newest first. */
export const deliveriesQuery = (id: string, isFailedOnly: boolean) =>
  infiniteQueryOptions({
    queryKey: [DELIVERIES, id, isFailedOnly],
    queryFn: ({ pageParam, signal }) =>
      api.get(`${pathOf(id)}/deliveries`, async () => (await schemas()).DeliveriesResponse, {
        query: { cursor: pageParam, failed: isFailedOnly || undefined },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta: { nextCursor } }: DeliveriesPage) => nextCursor ?? undefined,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ result }) => result.some(({ state }) => state === 'waiting')) ? POLL_MS : false,
  })

export const useCreateWebhook = () =>
  useMutation({
    meta,
    mutationFn: async (wanted: { url: string; events: WebhookEvent[]; withToken: boolean }) =>
      (await api.post(PATH, wanted, async () => (await schemas()).CreatedWebhookResponse)).result,
  })

export const useUpdateWebhook = (id: string) =>
  useMutation({
    meta,
    mutationFn: (change: { events?: WebhookEvent[]; enabled?: boolean }) =>
      api.patch(pathOf(id), change, done),
  })

export const useDeleteWebhook = (id: string) =>
  useMutation({ meta: { changes: LIST }, mutationFn: () => api.delete(pathOf(id), done) })

export const readSecrets = async (id: string) =>
  (await api.get(`${pathOf(id)}/secret`, async () => (await schemas()).SecretsResponse)).result

export const useReplaceSecret = (id: string) =>
  useMutation({
    meta,
    mutationFn: async () =>
      (await api.post(`${pathOf(id)}/secret`, {}, async () => (await schemas()).ReplacedSecretResponse))
        .result,
  })

export const useTestWebhook = (id: string) =>
  useMutation({
    mutationFn: async () =>
      (await api.post(`${pathOf(id)}/test`, {}, async () => (await schemas()).OutcomeResponse)).result,
  })

/** Sends one event again, or all that failed. */
export const useSendAgain = (id: string) =>
  useMutation({
    meta,
    mutationFn: (eventId?: string) =>
      api.post(`${pathOf(id)}/deliveries${eventId ? `/${eventId}` : ''}/again`, {}, done),
  })
