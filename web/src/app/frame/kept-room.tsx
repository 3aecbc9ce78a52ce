import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './frame.module.css'

const KEPT = 'banners'

/**
 * What comes after the first paint, in the room that it had on the page before: most of it is there again, and pushes
 * nothing that somebody is about to press. The room goes with the first that is closed, and with the next screen.
 */
export function KeptRoom({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  const [opened] = useState(pathname)
  const [room, setRoom] = useState(() => localStorage.getItem(KEPT) ?? '')
  if (room !== '' && pathname !== opened) setRoom('')
  useEffect(() => {
    const content = ref.current as HTMLDivElement
    let most = 0
    const observer = new ResizeObserver(() => {
      if (content.offsetHeight < most) setRoom('')
      most = content.offsetHeight
    })
    observer.observe(content)
    const keep = () => localStorage.setItem(KEPT, `${content.offsetHeight}px`)
    window.addEventListener('pagehide', keep)
    return () => {
      observer.disconnect()
      window.removeEventListener('pagehide', keep)
    }
  }, [])
  return (
    <div style={{ minHeight: room }}>
      <div ref={ref} className={styles.kept}>
        {children}
      </div>
    </div>
  )
}
