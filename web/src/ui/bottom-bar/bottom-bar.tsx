import type { ReactNode } from 'react'
import { ErrorMessage } from '../message/error-message'
import { clearPager } from '../toast/clear-pager'
import styles from './bottom-bar.module.css'

export interface BottomBarProps {
  /** Why the last attempt failed; null when it did not. */
  error: string | null
  /** What the actions are about. */
  start?: ReactNode
  /** The actions, the main one last. */
  children: ReactNode
}

const clearToasts = (bar: HTMLElement | null) => (bar ? clearPager(bar) : undefined)

/** What comes next, always in reach at the bottom of a long screen. */
export const BottomBar = ({ error, start, children }: BottomBarProps) => (
  <div ref={clearToasts} className={styles.bar} data-dock="wide">
    <div className={`row wrap ${styles.inner}`}>
      {error !== null && (
        <div className={styles.error}>
          <ErrorMessage text={error} />
        </div>
      )}
      <div className={`fill ${styles.start}`}>{start}</div>
      {children}
    </div>
  </div>
)
