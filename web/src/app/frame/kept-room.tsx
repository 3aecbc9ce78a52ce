import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * Stands among what comes after the first paint, and keeps its height in `item` for the next page: most of it is there
 * again, and pushes nothing that somebody is about to press. The room goes with the first that is closed, and with the
 * next screen.
 */
export function KeptRoom({ item }: { item: string }) {
  const ref = useRef<HTMLSpanElement>(null)
  const { pathname } = useLocation()
  const opened = useRef(pathname)
  useEffect(() => {
    if (pathname !== opened.current) leave(ref.current?.parentElement)
  }, [pathname])
  useEffect(() => {
    const content = ref.current?.parentElement as HTMLElement
    let most = 0
    const observer = new ResizeObserver(() => {
      if (content.offsetHeight < most) leave(content)
      most = content.offsetHeight
    })
    observer.observe(content)
    const keep = () => localStorage.setItem(item, `${content.offsetHeight}px`)
    window.addEventListener('pagehide', keep)
    return () => {
      observer.disconnect()
      window.removeEventListener('pagehide', keep)
    }
  }, [item])
  return <span ref={ref} hidden />
}

function leave(content: HTMLElement | null | undefined): void {
  const room = content?.parentElement
  if (room) room.style.minHeight = ''
}
