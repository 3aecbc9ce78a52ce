import type { ReactNode } from 'react'
import styles from './tabs.module.css'

/** Links to the parts of a screen, in one line; where it is longer than a phone is wide the current one is in sight. */
export const TabLinks = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav className={`gap-10 ${styles.tabs}`} aria-label={label} ref={showCurrent}>
    {children}
  </nav>
)

function showCurrent(nav: HTMLElement | null) {
  nav?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
