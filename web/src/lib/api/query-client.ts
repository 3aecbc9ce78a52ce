import { MutationCache, QueryClient } from '@tanstack/react-query'
import { onSessionChange } from '../session/session'
import { ApiError } from './api-error'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** First parts of the query keys that a change invalidates, in every tab. */
      changes?: string | readonly string[]
    }
  }
}

const MAX_RETRIES = 2

/** A refusal of the server is final; only a missing response or a server error is retried. */
const isWorthRetrying = (error: unknown) =>
  error instanceof ApiError && (error.statusCode === 0 || error.statusCode >= 500)

const otherTabs = new BroadcastChannel('scanleaf-changes')

const mutationCache = new MutationCache({
  onSettled: (_data, error, _variables, _result, mutation) => {
    for (const changed of [mutation.meta?.changes ?? []].flat()) {
      if (error === null) otherTabs.postMessage(changed)
      void queryClient.invalidateQueries({ queryKey: [changed] })
    }
  },
})

export const queryClient = new QueryClient({
  mutationCache,
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < MAX_RETRIES && isWorthRetrying(error),
    },
    mutations: { retry: false },
  },
})

otherTabs.addEventListener('message', ({ data }: MessageEvent<string>) => {
  void queryClient.invalidateQueries({ queryKey: [data] })
})

// What one account has read is not shown to the next.
onSessionChange(() => queryClient.clear())
