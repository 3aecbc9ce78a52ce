import type { CodeReportActionName, TakeDown } from '@scanleaf/shared'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api/api'
import { useConfirmed } from '../../lib/api/confirmation'
import { PENDING_WORK } from '../../lib/operations/pending'

const PATH = '/gateway/api/admin/code-reports'
const OWN_PATH = '/gateway/api/qrcode/code-reports'
const OWN_STAY_MS = 5 * 60_000
const ALL = 'code-reports'
const meta = { changes: [ALL, PENDING_WORK] }

/** The schemas come with the first call, not with the first screen. */
const schemas = () => import('./response-schemas')

export const codesQuery = (asked: { page: number; status: string; code: string }) =>
  queryOptions({
    queryKey: [ALL, 'list', asked],
    queryFn: ({ signal }) =>
      api.get(PATH, async () => (await schemas()).CodesAnswer, { query: { ...asked }, signal }),
    placeholderData: keepPreviousData,
  })

export const detailsQuery = (codeId: string) =>
  queryOptions({
    queryKey: [ALL, 'code', codeId],
    queryFn: async ({ signal }) =>
      (
        await api.get(`${PATH}/${codeId}`, async () => (await schemas()).DetailsAnswer, {
          query: { limit: 50 },
          signal,
        })
      ).result,
  })

const PAGES_PATH = '/gateway/api/admin/code-reports/pages'

export const waitingPagesQuery = queryOptions({
  queryKey: [ALL, 'pages'],
  queryFn: async ({ signal }) =>
    (await api.get(PAGES_PATH, async () => (await schemas()).WaitingPagesAnswer, { signal })).result,
})

export const usePageDecision = (id: string) =>
  useMutation({
    meta,
    mutationFn: (action: 'approve' | 'refuse') =>
      api.post(`${PAGES_PATH}/${id}/${action}`, undefined, async () => (await schemas()).DecidedAnswer),
  })

/** Own codes with open reports or a warning. */
export const ownCodesQuery = queryOptions({
  queryKey: [ALL, 'own'],
  queryFn: async ({ signal }) =>
    (await api.get(OWN_PATH, async () => (await schemas()).OwnCodesAnswer, { signal })).result,
  staleTime: OWN_STAY_MS,
})

export const ownReportsQuery = (codeId: string) =>
  queryOptions({
    queryKey: [ALL, 'own', codeId],
    queryFn: async ({ signal }) =>
      (await api.get(`${OWN_PATH}/${codeId}`, async () => (await schemas()).OwnReportsAnswer, { signal }))
        .result,
  })

export const useDecision = (codeId: string) =>
  useMutation({
    meta,
    mutationFn: async ({ action, body }: { action: CodeReportActionName; body: Record<string, unknown> }) =>
      (await api.post(`${PATH}/${codeId}/${action}`, body, async () => (await schemas()).CodeResponse))
        .result,
  })

export function useOwnerTakedown(userId: string) {
  const confirmed = useConfirmed()
  return useMutation({
    meta,
    mutationFn: async (body: TakeDown) => {
      const path = `${PATH}/owners/${encodeURIComponent(userId)}/takedown`
      const call = () => api.post(path, body, async () => (await schemas()).TakenDownResponse)
      return (await confirmed(call)).result.codes
    },
  })
}
