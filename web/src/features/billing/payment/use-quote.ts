import type { Quote, QuoteRequest } from '@scanleaf/shared'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { quoteQuery } from '../api'

export interface ShownQuote {
  /** The newest one that is there, which may be of what was asked before; undefined until the first is. */
  shown: Quote | undefined
  /** The one to pay by; undefined while another is on its way, or when none came. */
  current: Quote | undefined
  isLoading: boolean
  error: Error | null
}

/** The quote for what is asked: the last one stays in sight until the next is there, but nobody pays by it. */
export function useQuote(asked: QuoteRequest, enabled = true): ShownQuote {
  const { data, error, fetchStatus, isSuccess, isPlaceholderData } = useQuery({
    ...quoteQuery(asked),
    enabled,
    placeholderData: keepPreviousData,
  })
  const isLoading = fetchStatus !== 'idle'
  return {
    shown: data,
    current: isSuccess && !isPlaceholderData && !isLoading ? data : undefined,
    isLoading,
    error,
  }
}
