import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useDeferredData } from '../../lib/use-deferred-data'

export interface ListState<Page> {
  /** The page asked for; until it is there, and where it fails to load, the one shown before. */
  data: Page | undefined
  /** Another page or filter was asked for and is on its way. */
  isLoadingOther: boolean
  hasFailed: boolean
  retry: () => unknown
}

/** A list in every state of its query: what has been loaded once is kept while another page fails to load. */
export function useListState<Page>(query: UseQueryResult<Page>): ListState<Page> {
  const { data: loaded, isError, isPlaceholderData, refetch } = query
  const [kept, setKept] = useState(loaded)
  if (loaded !== undefined && loaded !== kept) setKept(loaded)
  return {
    data: useDeferredData(loaded ?? (isError ? kept : undefined)),
    isLoadingOther: isPlaceholderData,
    hasFailed: isError,
    retry: refetch,
  }
}
