import type { ReactNode } from 'react'
import styles from './properties.module.css'

export interface PropertyProps {
  label: string
  children: ReactNode
  /** Buttons at the end of the line. */
  end?: ReactNode
  className?: string | undefined
}

/** A labelled value of a thing, as a line of a `dl`. */
export const Property = ({ label, children, end, className = '' }: PropertyProps) => (
  <div className={`${styles.property} ${className}`}>
    <dt>{label}</dt>
    <dd>
      <span className={styles.value}>{children}</span>
      {end && <span className={`gap-4 ${styles.end}`}>{end}</span>}
    </dd>
  </div>
)
