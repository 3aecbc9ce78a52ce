import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '../../lib/api/api-error'
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

/** A filter or order of the address that the server does not know falls back to none, as if it had not been given. */
export function useDropUnknown(error: unknown, drop: (names: string[]) => void): void {
  const names = error instanceof ApiError && error.statusCode === 422 ? Object.keys(error.fields).join() : ''
  const dropAll = useEffectEvent(drop)
  useEffect(() => {
    if (names !== '') dropAll(names.split(','))
  }, [names])
}
