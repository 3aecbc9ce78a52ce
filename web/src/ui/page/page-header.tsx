import type { ReactNode } from 'react'
import styles from './page-header.module.css'

export interface PageHeadProps {
  title: string
  /** One line under the title, left out on phones. */
  subtitle?: string
  /** Before the title: the back link. */
  start?: ReactNode
  /** At the end of the line: the primary button. */
  children?: ReactNode
}

/** Head of a screen: title, one line, the primary action. */
export function PageHeader({ title, subtitle, start, children }: PageHeadProps) {
  return (
    <div className={`row wrap ${styles.head}`}>
      {start && <div className={styles.start}>{start}</div>}
      <div className={styles.text}>
        <h1>{title}</h1>
        {subtitle && <p className={`muted ${styles.subtitle}`}>{subtitle}</p>}
      </div>
      {children}
    </div>
  )
}
