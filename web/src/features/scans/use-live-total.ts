import type { Scans } from '@scanleaf/shared'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type CodeId, followTotal } from './api'

const RECONNECT_MS = 3_000
/** The metrics beside the counter are refetched at most this often. */
const REFRESH_MS = 5_000

/**
 * The counter while the page is on screen; null until the server has sent it. Metrics that were read before its last
 * scans are refetched, whichever of the two came first.
 */
export function useLiveTotal(codeId: CodeId, figures: UseQueryResult<Scans>): number | null {
  const [total, setTotal] = useState<number | null>(null)
  const client = useQueryClient()
  useEffect(() => {
    const ended = new AbortController()
    let stream = new AbortController()
    let retry: number | undefined

    function follow() {
      window.clearTimeout(retry)
      stream.abort()
      stream = new AbortController()
      const { signal } = stream
      followTotal(codeId, setTotal, signal)
        .catch(() => {})
        .finally(() => {
          if (!ended.signal.aborted && !signal.aborted) retry = window.setTimeout(follow, RECONNECT_MS)
        })
    }

    // A page in the background needs no stream.
    const onVisibility = () => (document.hidden ? stream.abort() : follow())
    document.addEventListener('visibilitychange', onVisibility)
    if (!document.hidden) follow()
    return () => {
      ended.abort()
      stream.abort()
      window.clearTimeout(retry)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [codeId])

  const isBehind = total !== null && !figures.isFetching && figures.data && figures.data.total < total
  useEffect(() => {
    if (!isBehind) return
    const refresh = window.setTimeout(() => {
      void client.invalidateQueries({ queryKey: ['scans', 'figures', codeId] })
    }, REFRESH_MS)
    return () => window.clearTimeout(refresh)
  }, [isBehind, codeId, client])
  return total
}
