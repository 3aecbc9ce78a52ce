import { useDeferredValue } from 'react'

/**
 * `data`, a moment after it first came, so that React draws what hangs on it in turns of a few milliseconds and a slow
 * phone answers a touch meanwhile. What a store brings, as a query's answer, it draws in one go
 * (https://react.dev/reference/react/useSyncExternalStore, caveats). Data that is there from the start is drawn at once.
 */
export function useDeferredData<Data>(data: Data | undefined): Data | undefined {
  const isDue = useDeferredValue(data !== undefined)
  return isDue ? data : undefined
}
