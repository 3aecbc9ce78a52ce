import type { ReactNode } from 'react'
import { EmptyArt } from './empty-art'
import styles from './states.module.css'

export interface EmptyStateProps {
  title: string
  text?: string
  /** The one button. */
  action?: ReactNode
  /** Under the button: the features. */
  notes?: ReactNode
  /** Under them: where else one may go. */
  links?: ReactNode
  illustration?: ReactNode
}

/** An empty list: illustration, one line, one button. */
export function EmptyState({
  title,
  text,
  action,
  notes,
  links,
  illustration = <EmptyArt />,
}: EmptyStateProps) {
  return (
    <div className={`row stack ${styles.empty}`}>
      {illustration}
      <h2 className={styles.emptyTitle}>{title}</h2>
      {text && <p className={`muted ${styles.text}`}>{text}</p>}
      {action && <div className={styles.emptyAction}>{action}</div>}
      {notes && <div className={`wrap small muted ${styles.notes}`}>{notes}</div>}
      {links && <div className={`wrap small ${styles.links}`}>{links}</div>}
    </div>
  )
}
