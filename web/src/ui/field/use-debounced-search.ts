import { useEffect, useEffectEvent, useState } from 'react'

const PAUSE_MS = 300

/**
 * The text of a search field, with a debounced search. It follows the URL when that changes by
 * another way, but not to an earlier text that arrives only now.
 * @param query the search text of the URL
 * @param onSeek writes a trimmed text to the URL
 */
export function useDebouncedSearch(query: string, onSeek: (query: string) => void) {
  const [text, setText] = useState(query)
  const [shown, setShown] = useState(query)
  const [underWay, setUnderWay] = useState<readonly string[]>([])
  if (query !== shown) {
    const arrived = underWay.indexOf(query)
    setShown(query)
    setUnderWay(arrived < 0 ? [] : underWay.slice(arrived + 1))
    if (arrived < 0) setText(query)
  }

  const seek = (typed: string) => {
    const next = typed.trim()
    if (next === (underWay.at(-1) ?? query)) return
    setUnderWay([...underWay, next])
    onSeek(next)
  }
  const seekTyped = useEffectEvent(seek)
  useEffect(() => {
    const timer = setTimeout(() => seekTyped(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])

  return { text, setText, seek: () => seek(text) }
}
