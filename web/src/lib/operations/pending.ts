import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/api'

/** First part of its query key: what an operator decides changes what waits. */
export const PENDING_WORK = 'pending-work'

/** The schema comes with the first call, not with the first screen. */
const schema = async () => (await import('./pending-response')).PendingResponse

/** What waits for an operator; asked for again whenever the window is looked at. */
export const pendingQuery = queryOptions({
  queryKey: [PENDING_WORK],
  queryFn: async ({ signal }) =>
    (await api.get('/gateway/api/admin/operations/pending', schema, { signal })).result,
  refetchOnWindowFocus: 'always',
})
