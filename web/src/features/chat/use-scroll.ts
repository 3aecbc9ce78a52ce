import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { Turn } from './use-conversation'

/** Distance from the end within which the reader follows new text. */
const NEAR_PX = 80
/** Older messages are on their way before the top is reached. */
const AHEAD = '240px 0px 0px 0px'

interface Scrolling {
  /** Ids of the first and last message. */
  first: string | undefined
  last: string | undefined
  turn: Turn | null
  /** Null while nothing older is to come. */
  loadOlder: (() => void) | null
}

/**
 * Keeps the scroll position: at the end while text is appended there, and at the current message when older messages
 * are inserted above it.
 */
export function useScroll({ first, last, turn, loadOlder }: Scrolling): {
  box: RefObject<HTMLDivElement | null>
  top: RefObject<HTMLDivElement | null>
} {
  const box = useRef<HTMLDivElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const shown = useRef({ first, size: '', height: 0, isAtEnd: true })

  useEffect(() => {
    const element = box.current
    if (!element) return
    const onScroll = () => {
      const { scrollHeight, scrollTop, clientHeight } = element
      shown.current.isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR_PX
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [])

  const size = [last, turn?.state, turn?.text.length, turn?.actions.length].join()
  useLayoutEffect(() => {
    const element = box.current
    const before = shown.current
    if (!element || (first === before.first && size === before.size)) return
    const isOlder = before.first !== undefined && first !== before.first
    if (isOlder) element.scrollTop += element.scrollHeight - before.height
    else if (before.isAtEnd) element.scrollTop = element.scrollHeight
    shown.current = { ...before, first, size, height: element.scrollHeight }
  }, [first, size])

  // A new question is shown, wherever one has read.
  const isAsking = turn !== null
  useLayoutEffect(() => {
    if (isAsking && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [isAsking])

  const load = useEffectEvent(() => loadOlder?.())
  const mayLoad = loadOlder !== null
  useEffect(() => {
    if (!mayLoad || !top.current) return
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), {
      root: box.current,
      rootMargin: AHEAD,
    })
    seen.observe(top.current)
    return () => seen.disconnect()
  }, [mayLoad])

  return { box, top }
}
