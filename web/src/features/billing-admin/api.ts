import type { ImportStatement } from '@scanleaf/shared'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type * as z from 'zod'
import { api } from '../../lib/api/api'
import { useConfirmed } from '../../lib/api/confirmation'
import { PENDING_WORK } from '../../lib/operations/pending'

const PATH = '/gateway/api/admin/billing'
const ALL = 'billing-admin'
/** Money that moved changes every view. */
const meta = { changes: [ALL, PENDING_WORK] }

/** The schemas come with the first call, not with the first screen. */
const schemas = () => import('./response-schemas')

interface Params {
  page: number
  state?: string
  type?: string
  provider?: string
  outcome?: string
  search?: string
  /** VND that came, of receipts. */
  amount?: number
  /** VND that is still waited for, of payments. */
  missing?: number
}

const listQuery = <T extends z.ZodType>(name: string, answer: () => Promise<T>, asked: Params) =>
  queryOptions({
    queryKey: [ALL, name, asked],
    queryFn: ({ signal }) => api.get(`${PATH}/${name}`, answer, { query: { ...asked }, signal }),
    placeholderData: keepPreviousData,
  })

export const transfersQuery = (asked: Params) =>
  listQuery('transfers', async () => (await schemas()).TransfersAnswer, asked)
export const receiptsQuery = (asked: Params) =>
  listQuery('receipts', async () => (await schemas()).ReceiptsAnswer, asked)
export const webhooksQuery = (asked: Params) =>
  listQuery('notices', async () => (await schemas()).WebhooksResponse, asked)
export const reconciliationsQuery = (page: number) =>
  listQuery('reconciliations', async () => (await schemas()).ReconciliationsAnswer, { page })
export const checksQuery = (page: number) =>
  listQuery('checks', async () => (await schemas()).ChecksAnswer, { page })
export const auditQuery = (page: number) =>
  listQuery('audit', async () => (await schemas()).AuditAnswer, { page })

export const refundsQuery = (id: string) =>
  queryOptions({
    queryKey: [ALL, 'refunds', id],
    queryFn: async ({ signal }) => {
      const path = `${PATH}/transfers/${encodeURIComponent(id)}/refunds`
      return (await api.get(path, async () => (await schemas()).RefundsResponse, { signal })).result
    },
  })

/** Actions on one transfer or receipt. */
export interface OperatorCall {
  /** `transfers/{id}/confirm` … */
  path: string
  body: Record<string, unknown>
}

/** An action on money, which asks its operator who they are. */
function useAction<T extends z.ZodType<{ result: unknown }>>(answer: () => Promise<T>) {
  const confirmed = useConfirmed()
  return useMutation({
    meta,
    mutationFn: ({ path, body }: OperatorCall) => confirmed(() => api.post(`${PATH}/${path}`, body, answer)),
  })
}

export const useTransferAction = () => useAction(async () => (await schemas()).TransferResponse)
export const useReceiptAction = () => useAction(async () => (await schemas()).ReceiptResponse)

export const useCheckNow = () =>
  useMutation({
    meta,
    mutationFn: async () =>
      (await api.post(`${PATH}/checks`, {}, async () => (await schemas()).CheckResponse)).result,
  })

export const useReconcileNow = () =>
  useMutation({
    meta,
    mutationFn: async () =>
      (await api.post(`${PATH}/reconciliations`, {}, async () => (await schemas()).ReconciledResponse))
        .result,
  })

export function useImport() {
  const confirmed = useConfirmed()
  return useMutation({
    meta,
    mutationFn: async (statement: ImportStatement) => {
      const answer = async () => (await schemas()).ImportResponse
      return (await confirmed(() => api.post(`${PATH}/receipts/import`, statement, answer))).result
    },
  })
}
