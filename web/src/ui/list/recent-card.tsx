import type { ReactNode } from 'react'
import { Card } from '../card/card'
import { LoadError } from '../state/load-error'
import { ListSkeleton } from './list-skeleton'
import styles from './recent-card.module.css'

/** The class of a link that is the line of a thing. */
export const recentLine = styles.line ?? ''

export interface RecentCardProps<T> {
  /** Of the heading, unique on the screen. */
  id: string
  title: string
  /** What is said while there are none. */
  emptyText: string
  /** Undefined while they load. */
  items: readonly T[] | undefined
  isError: boolean
  onRetry: () => void
  /** The line of one, with {@link RecentText} in its link. */
  children: (item: T) => ReactNode
  /** Under the lines: older ones. */
  foot?: ReactNode
}

/** What was done lately, a line each. */
export function RecentCard<T extends { id: string }>(props: RecentCardProps<T>) {
  const { id, title, emptyText, items, isError, onRetry, children, foot } = props
  return (
    <Card aria-labelledby={id} className={styles.card}>
      <h2 id={id}>{title}</h2>
      {!items && (isError ? <LoadError onRetry={onRetry} /> : <ListSkeleton rows={2} />)}
      {items?.length === 0 && <p className={`small muted ${styles.empty}`}>{emptyText}</p>}
      {items && items.length > 0 && (
        <ul>
          {items.map((item) => (
            <li key={item.id}>{children(item)}</li>
          ))}
        </ul>
      )}
      {foot && <div className={styles.foot}>{foot}</div>}
    </Card>
  )
}

/**
 * The two lines of a thing: what it is called, and what is known about it. A long name breaks off at its own end, also on
 * a screen of the other direction.
 */
export const RecentText = ({ title, children }: { title: string; children: ReactNode }) => (
  <span className={`fill ${styles.text}`}>
    <b dir="auto">{title}</b>
    <span>{children}</span>
  </span>
)
