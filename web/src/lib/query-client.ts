import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error'
import { onSessionChange } from './session/session'

const MAX_RETRIES = 2

/** What the server refused stays refused; only a missing answer or a failure of the server is asked again. */
const isWorthRetrying = (error: unknown) =>
  error instanceof ApiError && (error.statusCode === 0 || error.statusCode >= 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < MAX_RETRIES && isWorthRetrying(error),
    },
    mutations: { retry: false },
  },
})

// What one account has read is not shown to the next.
onSessionChange(() => queryClient.clear())
