import {
  type InferDataFromTag,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryClient,
  type QueryKey,
  type Updater,
} from '@tanstack/react-query'
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

/** A call that was cancelled so is followed by the next one, for those who wait for it too. */
const DROPPED = { revert: true, silent: true }

const otherTabs = new BroadcastChannel('scanleaf-changes')

const mutationCache = new MutationCache({
  onSettled: (_data, error, _variables, _result, mutation) => {
    for (const changed of [mutation.meta?.changes ?? []].flat()) {
      if (error === null) otherTabs.postMessage(changed)
      void queryClient.invalidateQueries({ queryKey: [changed] })
    }
  },
})

/**
 * The library's client, which keeps a first answer that was on its way when its query was invalidated. Only what is on
 * screen is requested again, so nothing else is cancelled.
 */
class FreshQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters: InvalidateQueryFilters<Key> = {},
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters))
      if (query.state.data === undefined && query.isActive()) void query.cancel(DROPPED)
    return super.invalidateQueries(filters, options)
  }
}

export const queryClient = new FreshQueryClient({
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

/**
 * Shows data as they are after a change. An answer that is on its way may be older and is dropped; a query that had no
 * data to change is fetched again.
 */
export function putData<Key extends QueryKey, Data = InferDataFromTag<unknown, Key>>(
  client: QueryClient,
  queryKey: Key,
  data: Updater<Data | undefined, Data | undefined>,
): void {
  void client.cancelQueries({ queryKey, exact: true })
  const put = client.setQueryData<unknown, QueryKey, unknown>(queryKey, data as never)
  if (put === undefined) void client.invalidateQueries({ queryKey, exact: true })
}

// What one account has read is not shown to the next.
onSessionChange(() => queryClient.clear())
