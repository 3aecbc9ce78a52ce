import { useDeferredValue } from 'react'

/**
 * `data`, a moment after it first came, so that React renders it concurrently and a slow
 * phone stays responsive. Data of a store, as a query's response, is rendered synchronously
 * (https://react.dev/reference/react/useSyncExternalStore, caveats). Initial data is rendered at once.
 */
export function useDeferredData<Data>(data: Data | undefined): Data | undefined {
  const isDue = useDeferredValue(data !== undefined)
  return isDue ? data : undefined
}
