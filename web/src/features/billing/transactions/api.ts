import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api'

/** The schemas come with the first call, not with the first screen. */
const schemas = () => import('../response-schemas')

/** The payment history, the newest first. */
export const transactionsQuery = (asked: { page: number; limit: number }) =>
  queryOptions({
    queryKey: ['billing', 'transactions', asked],
    queryFn: ({ signal }) =>
      api.get('/gateway/api/billing/transactions', async () => (await schemas()).TransactionPageResponse, {
        query: asked,
        signal,
      }),
    placeholderData: keepPreviousData,
  })
