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

/** Before each new attempt: a list that fails says so within two seconds. */
const RETRY_AFTER_MS = [300, 900]

/** A refusal of the server is final; only a missing response or a server error is retried, and not without a network. */
const isWorthRetrying = (error: unknown) =>
  navigator.onLine && error instanceof ApiError && (error.statusCode === 0 || error.statusCode >= 500)

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
      retry: (failures, error) => failures < RETRY_AFTER_MS.length && isWorthRetrying(error),
      retryDelay: (failures) => RETRY_AFTER_MS[failures] ?? 0,
      // Without a network a call fails at once and says so, instead of waiting unseen for its return.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

otherTabs.addEventListener('message', ({ data }: MessageEvent<string>) => {
  void queryClient.invalidateQueries({ queryKey: [data] })
})

// What one account has read is not shown to the next.
onSessionChange(() => queryClient.clear())
