import { type ReactNode, useEffect, useRef } from 'react'
import styles from './frame.module.css'

const KEPT = 'banners'

/**
 * What comes after the first paint, in the room that it had on the page before: most of it is there again, and pushes
 * nothing that somebody is about to press. The room goes with the first that is closed.
 */
export function KeptRoom({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const content = ref.current as HTMLDivElement
    const room = content.parentElement as HTMLElement
    let most = 0
    const observer = new ResizeObserver(() => {
      if (content.offsetHeight < most) room.style.minHeight = ''
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
    <div style={{ minHeight: localStorage.getItem(KEPT) ?? '' }}>
      <div ref={ref} className={styles.kept}>
        {children}
      </div>
    </div>
  )
}
