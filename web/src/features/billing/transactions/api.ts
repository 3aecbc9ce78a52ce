import type { StatementDays } from '@scanleaf/shared'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api'
import { fetchFile } from '../../../lib/api/download'

const PATH = '/gateway/api/billing'
/** The schemas come with the first call, not with the first screen. */
const schemas = () => import('../response-schemas')

/** Days of the viewer's zone, both included; without them all. */
export type ShownDays = Pick<StatementDays, 'zone'> & { from?: string; to?: string }

/** The payment history of some days, the newest first. */
export const transactionsQuery = (asked: ShownDays & { page: number; limit: number }) =>
  queryOptions({
    queryKey: ['billing', 'transactions', asked],
    queryFn: ({ signal }) =>
      api.get(`${PATH}/transactions`, async () => (await schemas()).TransactionPageResponse, {
        query: asked,
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** What went in and out of the wallet on some days. */
export const statementQuery = (days: ShownDays) =>
  queryOptions({
    queryKey: ['billing', 'statement', days],
    queryFn: async ({ signal }) =>
      (
        await api.get(`${PATH}/statement`, async () => (await schemas()).StatementResponse, {
          query: days,
          signal,
        })
      ).result,
    placeholderData: keepPreviousData,
  })

/** The entries of the wallet on some days as a table, its heads in a language. @throws Error when it does not come */
export const fetchStatement = (days: ShownDays, lng: string): Promise<Blob> =>
  fetchFile(`${PATH}/statement.csv?${new URLSearchParams({ ...days, lng })}`)
