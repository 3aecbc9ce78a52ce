import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type CodeId, followTotal } from './api'

const RECONNECT_MS = 3_000
/** The figures beside the counter are asked for again at most so often. */
const REFRESH_MS = 5_000

/** The counter while the page is on screen; null until the server has told it. */
export function useLiveTotal(codeId: CodeId): number | null {
  const [total, setTotal] = useState<number | null>(null)
  const client = useQueryClient()
  useEffect(() => {
    const ended = new AbortController()
    let stream = new AbortController()
    let retry: number | undefined
    let refresh: number | undefined
    let last: number | null = null

    function hear(next: number) {
      if (last !== null && next !== last) {
        refresh ??= window.setTimeout(() => {
          refresh = undefined
          void client.invalidateQueries({ queryKey: ['scans', 'figures', codeId] })
        }, REFRESH_MS)
      }
      last = next
      setTotal(next)
    }

    function follow() {
      window.clearTimeout(retry)
      stream.abort()
      stream = new AbortController()
      const { signal } = stream
      followTotal(codeId, hear, signal)
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
      window.clearTimeout(refresh)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [codeId, client])
  return total
}
